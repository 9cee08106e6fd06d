# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# Devices and filesystems of the test's own. Results come back in variables, so that what must be
# undone is noted in this shell: `device` (/dev/loop3), `name` (loop3), `mounted` (a folder).
device='' name='' mounted=''

# mib COUNT: so many MiB, less where WBTRACE_TEST_SCALE says that the machine is slow.
mib() { echo $(($1 / ${WBTRACE_TEST_SCALE:-1} > 0 ? $1 / ${WBTRACE_TEST_SCALE:-1} : 1)); }

# make_loop MIB [FILE]: a loop device; the folder of the test is in memory.
make_loop() {
    local file=${2:-$work/backing.$RANDOM.$RANDOM}
    modprobe -q loop 2>/dev/null || true
    truncate -s "${1}M" "$file"
    device=$(losetup --find --show "$file") || skip "no loop device can be had"
    name=${device#/dev/}
    later losetup -d "$device"
    wait_until_idle "$name"
}

# make_disk MIB: the disk that WBTRACE_TEST_DISK names, if any, else a loop device.
make_disk() {
    if [ -n "${WBTRACE_TEST_DISK:-}" ]; then
        device=$WBTRACE_TEST_DISK
        name=${device#/dev/}
    else
        make_loop "$1"
    fi
}

# make_filesystem TYPE: on `device`, mounted, with nothing left to write.
make_filesystem() {
    local quiet=(-q)
    case $1 in
        ext4) quiet=(-q -F -E "lazy_itable_init=0,lazy_journal_init=0") ;;
        xfs | btrfs) quiet=(-q -f) ;;
    esac
    "mkfs.$1" "${quiet[@]}" "$device" >/dev/null
    mounted=$work/mount.$name
    mkdir -p "$mounted"
    # Else ext4 reads its bitmaps some seconds later, and nobody asked for that.
    { [ "$1" = ext4 ] &&
        mount -t ext4 -o no_prefetch_block_bitmaps "$device" "$mounted" 2>/dev/null; } ||
        mount -t "$1" "$device" "$mounted"
    later umount "$mounted"
    sync -f "$mounted"
    wait_until_idle "$name"
}

# set_kernel_file PATH VALUE: writes a setting and puts the old value back at the end.
set_kernel_file() {
    local old
    old=$(cat "$1")
    case $old in
        *\[*\]*) old=${old#*[} old=${old%%]*} ;;
    esac
    later write_kernel_file "$1" "$old"
    write_kernel_file "$1" "$2"
}

write_kernel_file() { echo "$2" >"$1"; }

# The device's number as the kernel's trace filters want it.
kernel_dev() {
    local number
    number=$(cat "/sys/class/block/$1/dev")
    echo $((${number%:*} << 20 | ${number#*:}))
}

in_flight() { awk '{ print $9 }' "/sys/class/block/$1/stat"; }

# wait_until_idle NAME: nothing in flight, and nothing done between two looks.
wait_until_idle() {
    local before after='' i
    for ((i = 0; i < 200; i++)); do
        before=$after
        after=$(cat "/sys/class/block/$1/stat")
        [ "$before" = "$after" ] && [ "$(in_flight "$1")" = 0 ] && return 0
        sleep 0.05
    done
    echo "note: $1 does not come to rest"
}
