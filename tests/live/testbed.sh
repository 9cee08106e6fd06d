#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# Beds of a matrix: devices, file systems and settings are made as asked for and all gone
# afterwards, also after kill -9, and what is somebody else's is never touched.
# shellcheck disable=SC2016,SC2317 # the inner shell's; functions that are called by name
# shellcheck source=tests/live/live.sh
. "$(dirname "$0")/live.sh"
need mkfs.ext4 mkswap wipefs

maker=${WBTRACE_BUILD:-$here/../../build/release}/bed_maker
[ -x "$maker" ] || { echo "FAILED: there is no $maker"; exit 1; }
[ -e /dev/loop-control ] || modprobe -q loop || true
[ -e /dev/loop-control ] || skip "no loop devices here"
out=$work/out said=$work/said
mkdir "$out" "$work/files"
later rm -rf "$out" "$said" "$work/files"
later_restore() { "$maker" --restore "$out" >/dev/null 2>&1 || true; }
later later_restore
dirty=/proc/sys/vm
holder=''

# What a bed changes, in one text. Others may do as they like with what is theirs.
machine() {
    losetup --list --noheadings --output NAME,BACK-FILE | grep -F "$work" || true
    findmnt --raw --noheadings --output TARGET | grep -F -e /run/wbtrace/ -e "$work" || true
    tail -n +1 "$dirty"/dirty_{bytes,ratio,background_bytes,background_ratio}
    grep md /proc/mdstat 2>/dev/null || true
    ls "$work/files" "$out" /run/wbtrace/journals 2>/dev/null || true
    # The values that are set below.
    grep -lx 2 /sys/block/loop*/queue/nomerges || true
    grep -lx 99 /sys/block/loop*/queue/nr_requests || true
    grep -lF '[mq-deadline]' /sys/block/loop*/queue/scheduler || true
}

# bed OPTION... -- COMMAND...: sets `status`; what it says is in $said.
bed() {
    status=0
    { "$maker" "$out" --folder "$work/files" --loop-mib 320 "$@" >"$said" 2>&1; } 2>/dev/null ||
        status=$?
}
expect_as_before() { expect_equal "$1 leaves the machine" "$(machine | md5sum)" "$before"; }

# A first one, since what is made of folders in /run stays.
bed -- true
before=$(machine | md5sum)

try_filesystems() {
    local type
    for type in ext4 ext3 xfs btrfs f2fs; do
        bed --fs "$type" -- sh -c 'findmnt -no FSTYPE "$DIRS"; dd if=/dev/zero of="$DIRS/f" bs=1M \
            count=8 2>/dev/null; df "$DIRS" | grep -c "$DEV"'
        if [ "$status" = 77 ]; then
            leave_out "$(sed "s/^skip: //" "$said")"
        else
            expect_equal "$type, as the command sees it" "$(tr '\n' ' ' <"$said")" "$type 1 "
        fi
        expect_as_before "$type"
    done
}

try_layouts() {
    bed --fs ext4 --layout jbod:2 -- sh -c 'set -- $DIRS $DEVICES; echo $#'
    expect_equal "jbod has folders and devices" "$(head -n 1 "$said")" 4
    expect_as_before "jbod"
    if command -v mkfs.btrfs >/dev/null; then
        bed --fs btrfs --layout btrfs-raid1:2 -- sh -c 'set -- $DIRS $DEVICES; echo $#
            btrfs filesystem df "$1" | grep -c RAID1'
        expect_equal "raid1 of btrfs" "$(tr '\n' ' ' <"$said")" "3 3 "
        expect_as_before "raid1 of btrfs"
    fi
    bed --layout raid10f2:2 -- sh -c 'grep -c "far-copies" /proc/mdstat'
    if [ "$status" = 77 ]; then
        leave_out "$(sed "s/^skip: //" "$said")"
    else
        expect_equal "raid10f2" "$(cat "$said")" 1
    fi
    expect_as_before "md, made or not"
    bed --fs ext4 --layout btrfs-raid1:2 -- true
    expect_equal "a layout of btrfs with ext4 is impossible" "$status" 77
    bed --fs nosuchfs -- true
    expect_equal "an unknown file system is impossible" "$status" 77
    expect_text "the reason" "$said" "skip: mkfs.nosuchfs is not installed"
}

try_settings() {
    bed --fs ext4 --dirty 100M:90M --queue nr_requests=99 --queue nomerges=2 -- sh -c '
        cd "/sys/block/$DEVICES/queue"
        cat nr_requests nomerges /proc/sys/vm/dirty_bytes /proc/sys/vm/dirty_background_bytes'
    expect_equal "the settings" "$(tr '\n' ' ' <"$said")" "99 2 104857600 94371840 "
    expect_as_before "a bed with settings"
    bed --queue nr_requests=99 --queue scheduler=mq-deadline -- sh -c '
        cd "/sys/block/$DEVICES/queue" && cat nr_requests && grep -o "\[.*\]" scheduler'
    if [ "$status" = 77 ]; then
        leave_out "$(sed "s/^skip: //" "$said")"
    else
        expect_equal "the scheduler" "$(tr '\n' ' ' <"$said")" "99 [mq-deadline] "
    fi
    expect_as_before "a bed with a scheduler"
    bed --queue scheduler=wonder -- true
    expect_equal "an unknown scheduler is impossible" "$status" 77
    expect_as_before "an unknown scheduler"
    bed --block-size 768 -- true
    expect_equal "sectors of 768 bytes are impossible" "$status" 77
    # With 512 bytes there are eight bios a page.
    local size
    for size in 512 4096; do
        bed --block-size "$size" -- sh -c "blockdev --getbsz \$DEV"
        expect_equal "the block size of the node" "$(cat "$said")" "$size"
    done
}

try_errors() {
    bed --fs ext4 --mkfs -b --mkfs 7 -- true
    expect_equal "mkfs with a wrong option fails" "$status" 1
    expect_text "the error" "$said" "mkfs.ext4: invalid block size - 7"
    expect_as_before "mkfs that fails"
    bed --fs ext4 --mount nosuchoption -- true
    expect_equal "mount with a wrong option fails" "$status" 1
    expect_as_before "mount that fails"
}

# What is left of one that died as by kill -9.
try_kill() {
    bed --fs ext4 --layout jbod:2 --dirty 100M --queue nomerges=2 --die yes -- true
    expect_equal "killed" "$status" 137
    expect_equal "its limit is left" "$(cat "$dirty"/dirty_bytes)" 104857600
    expect_equal "its mounts are left" "$(findmnt -rno TARGET | grep -c /run/wbtrace/)" 2
    bed -- true
    expect_equal "the next one does not begin" "$status" 1
    expect_text "the remedy" "$said" "run: wbtrace matrix --restore"
    # From anywhere: the output folder is not told.
    (cd / && "$maker" --restore "" >"$said" 2>&1)
    expect_as_before "restoring"
    "$maker" --restore "$out" >"$said"
    expect_equal "restoring again" "$(cat "$said")" "0 journals, 0 undone"
}

end_holder() {
    kill "$holder"
    wait "$holder" || true
}

# At whatever step it dies, what it has done is undone.
try_kill_anywhere() {
    local i dead
    for i in $(seq 0 11); do
        "$maker" "$out" --folder "$work/files" --loop-mib 320 --fs ext4 --layout jbod:2 \
            --dirty 100M --queue nomerges=2 -- true >"$said" 2>&1 &
        dead=$!
        sleep "0.$(printf %02d $((i * 5)))"
        kill -9 "$dead" 2>/dev/null || true
        wait "$dead" 2>/dev/null || true
        "$maker" --restore "$out" >"$said" 2>&1 || failed "restoring: $(cat "$said")"
        expect_as_before "killed after $((i * 50)) ms"
    done
}

try_changed_meanwhile() {
    local ratio folder
    ratio=$(cat "$dirty"/dirty_ratio)
    bed --fs ext4 --dirty 100M --die yes -- true
    echo 77777777 >"$dirty"/dirty_bytes
    folder=$(findmnt -rno TARGET | grep /run/wbtrace/)
    sleep 60 8<"$folder" &
    holder=$!
    until [ -e "/proc/$holder/fd/8" ]; do sleep 0.01; done
    later end_holder
    "$maker" --restore "$out" >"$said" 2>&1 && failed "restoring under somebody's feet"
    expect_text "who holds it" "$said" "in use by sleep (pid $holder)"
    expect_text "what was left" "$said" "dirty_bytes is 77777777, which is not what was set here"
    expect_equal "somebody else's limit" "$(cat "$dirty"/dirty_bytes)" 77777777
    undo_to $((${#undo[@]} - 1))
    "$maker" --restore "$out" >"$said" 2>&1 || failed "restoring when he is gone: $(cat "$said")"
    echo "$ratio" >"$dirty"/dirty_ratio
    expect_as_before "restoring when he is gone"
}

# The number of a loop device may be somebody else's by the time of restoring.
try_reused_loop() {
    bed --die yes -- true
    local node
    node=$(losetup --list --noheadings --output NAME,BACK-FILE |
        awk -v folder="$work/files/" 'index($2, folder) { print $1 }')
    losetup -d "$node"
    # So that the other one may get its inode's number.
    rm "$work"/files/*.img
    truncate -s 16M "$work/others"
    losetup "$node" "$work/others"
    later losetup -d "$node"
    "$maker" --restore "$out" >"$said" 2>&1
    expect_equal "somebody else's file" "$(losetup -nO BACK-FILE "$node" | xargs)" "$work/others"
    undo_to $((${#undo[@]} - 1))
    rm "$work/others"
    expect_as_before "restoring"
}

try_running() {
    mkfifo "$work/go"
    later rm -f "$work/go"
    "$maker" "$out" --folder "$work/files" -- sh -c 'read x <"$0"' "$work/go" &
    local running=$!
    until [ -e "$out/undo-journal" ]; do sleep 0.05; done
    bed -- true
    expect_text "a second one" "$said" "another wbtrace matrix is running"
    "$maker" --restore "$out" >"$said" 2>&1 && failed "a running one was restored"
    expect_text "restoring" "$said" "matrix is running on this machine (pid $running)"
    echo >"$work/go"
    wait "$running" || failed "the running one ended with $?"
    expect_as_before "one that others met"
}

# refused NODE... WANTED: the devices are not to be overwritten, and why.
refused() {
    local wanted=${*: -1}
    set -- "${@:1:$#-1}"
    "$maker" --check "$@" -- "$@" >"$said" 2>&1 && failed "$* was not refused"
    expect_text "the refusal" "$said" "$wanted"
}

try_real_devices() {
    make_loop 320
    local disk=$device
    "$maker" --check "$disk" -- "$disk" >"$said" 2>&1 || failed "an empty one: $(cat "$said")"
    "$maker" --check "$disk" -- >"$said" 2>&1 && failed "not confirmed"
    expect_text "without a confirmation" "$said" "add --destroy-data $disk"
    ln -s "$disk" "$work/alias"
    refused "$disk" "$work/alias" "are the same device"
    rm "$work/alias"
    losetup --find --show "$disk" >"$work/upper"
    refused "$disk" "$disk is what $(basename "$(cat "$work/upper")") stands on"
    losetup -d "$(cat "$work/upper")"
    rm "$work/upper"
    blockdev --setro "$disk"
    refused "$disk" "$disk is read-only"
    blockdev --setrw "$disk"

    local type
    ln -s "$disk" "$work/alias"
    bed --real "$work/alias" -- sh -c 'echo "$DEV"'
    expect_equal "the device behind a link" "$(cat "$said")" "$disk"
    rm "$work/alias"
    for type in ext4 xfs btrfs; do
        bed --real "$disk" --fs "$type" -- true
        [ "$status" = 77 ] && continue
        expect_equal "$type on a device of the plan's" "$status" 0
        expect_equal "signatures left by $type" "$(wipefs "$disk")" ""
        bed --real "$disk" --fs "$type" --die yes -- true
        "$maker" --restore "$out" >"$said" 2>&1 || failed "restoring: $(cat "$said")"
        expect_equal "signatures left by a killed $type" "$(wipefs "$disk")" ""
    done
    # Somebody makes another file system after the kill.
    bed --real "$disk" --fs ext4 --die yes -- true
    umount "$(findmnt -rno TARGET "$disk")"
    mkfs.ext4 -q -F "$disk"
    "$maker" --restore "$out" >"$said" 2>&1
    expect_text "another's file system" "$said" "$disk holds ext4 that was not made here: left so"
    refused "$disk" "$disk holds ext4"
    mount "$disk" "$work/files"
    refused "$disk" "$disk is mounted on $work/files"
    umount "$work/files"
    mkswap "$disk" >/dev/null
    refused "$disk" "$disk holds swap"
    wipefs -qa "$disk"
    bed --real "$disk" --layout jbod:2 -- true
    expect_text "too few devices" "$said" "skip: the layout jbod:2 needs 2 devices, the plan"
}

for part in filesystems layouts settings errors kill kill_anywhere changed_meanwhile reused_loop \
    running real_devices; do
    echo "---- $part"
    "try_$part"
done
finish
