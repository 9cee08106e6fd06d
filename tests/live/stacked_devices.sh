#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# Stacks: ext4 on a loop device on a file on ext4 on a loop device, also with direct I/O; a logical
# volume on md RAID10 over four disks. Each layer is as exact as its own `stat`, nothing is added
# twice, and the times spent in each layer add up to that of the top.
# shellcheck source=tests/live/live.sh
. "$(dirname "$0")/live.sh"
need mkfs.ext4

count=$(mib 67)
written=$((count << 20))
layer_sum='device.layer_time.own.sum + sum(part.time_ns for part in device.layer_time.beneath)'
whole_time='sum(device.by_op[op].q2c.sum for op in device.by_op)'

# make_quiet_filesystem: ext4 without the thread that reads its bitmaps some time after the mount,
# perhaps between the reading of `stat` and the trace. Older kernels know one option less.
make_quiet_filesystem() {
    make_filesystem ext4
    umount "$mounted"
    mount -o noinit_itable,no_prefetch_block_bitmaps "$device" "$mounted" 2>/dev/null ||
        mount -o noinit_itable "$device" "$mounted"
    sync -f "$mounted"
    wait_until_idle "$name"
}

try_loops() {
    echo "---- loop on loop"
    make_loop 256
    make_quiet_filesystem
    local lower=$name
    make_loop 128 "$mounted/image"
    members=("$lower")
    make_quiet_filesystem
    # The image's own file system must come to rest, too, or its `stat` still moves.
    sync
    wait_until_idle "$lower"
    traced "$name" --settle 1 -- dd if=/dev/zero of="$mounted/f" bs=1M count="$count" conv=fsync
    expect_status 0
    expect_claims "$name,$lower" <<<"$exact_claims"
    expect_claims "$name" written=$written <<CLAIMS
write.bytes >= written
device.leaf == False
device.layer == 1
device.parents == ['$lower']
device.layer_time == None
of('$lower').leaf == True
of('$lower').layer == 0
unexplained_nulls == []
CLAIMS
    expect_text "the report" "$report_text" "└─ $lower"
    expect_text "the report" "$report_text" "not linked"
}

# The same pages come to both devices: who wrote what is told once.
try_direct_loop() {
    echo "---- a loop device with direct I/O, on a loop device"
    local lower upper beneath bytes=$(($(mib 32) << 20))
    make_loop 256
    make_quiet_filesystem
    lower=$name
    beneath=$mounted
    make_loop 128 "$beneath/image"
    upper=$name
    losetup --direct-io=on "$device" || { leave_out "no direct I/O for loop devices"; return; }
    make_quiet_filesystem
    wait_until_idle "$lower"
    # shellcheck disable=SC2016 # the inner shell's
    traced "$upper" --settle 1 -- sh -c '
        dd if=/dev/zero of="$1/buffered" bs=1M count="$2" conv=fsync
        dd if=/dev/zero of="$1/direct" bs=1M count="$2" oflag=direct
        dd if=/dev/zero of="$3/beneath" bs=1M count=3 conv=fsync' \
        sh "$mounted" "$(mib 32)" "$beneath"
    expect_status 0
    expect_claims "$upper" bytes=$bytes beneath=$((3 << 20)) <<CLAIMS
of('$lower').by_op.write.bytes >= 2 * bytes + beneath
file("/buffered").written_back_bytes == bytes
file("/beneath").written_back_bytes == beneath
sum(row.written_back_bytes for row in processes("dd")) == bytes + beneath
sum(row.direct_bytes for row in processes("dd")) == bytes
total("processes", "direct_bytes") == bytes
budget.amplification.top_bytes == 2 * bytes + beneath
budget.parts.io_controller == 0
unexplained_nulls == []
lost == 0
CLAIMS
}

make_raid10() {
    local member disks=()
    for member in ${WBTRACE_TEST_MEMBERS:-}; do disks+=("$member"); done
    while [ ${#disks[@]} -lt 4 ]; do
        make_loop 128
        disks+=("$device")
    done
    members=("${disks[@]#/dev/}")
    device=/dev/md78
    later mdadm -q --zero-superblock "${disks[@]}"
    MDADM_NO_UDEV=1 mdadm -q --create "$device" --run --level=10 --chunk=64 --raid-devices=4 \
        --metadata=1.2 --assume-clean "${disks[@]}" </dev/null
    later mdadm -q --stop "$device"
    # Else it marks itself clean a while after the last write, by writing.
    echo 0 >"/sys/block/${device#/dev/}/md/safe_mode_delay"
}

# What lvcreate makes is a linear mapping, too.
make_volume() {
    dmsetup create wbtrace_volume --table \
        "0 $(($(blockdev --getsz "$1") - 2048)) linear $1 2048"
    later dmsetup remove --retry wbtrace_volume
    device=$(realpath /dev/mapper/wbtrace_volume)
    [ -b "$device" ] || device=/dev/dm-$(dmsetup info -c --noheadings -o minor wbtrace_volume)
    name=${device#/dev/}
}

try_volume() {
    echo "---- a volume on md RAID10"
    command -v mdadm dmsetup >/dev/null || { leave_out "no mdadm or no dmsetup"; return; }
    modprobe -q -a dm_mod md_mod raid10 2>/dev/null || true
    grep -q raid10 /proc/mdstat 2>/dev/null || { leave_out "this kernel has no md RAID10"; return; }
    make_raid10
    make_volume /dev/md78
    local disks=("${members[@]}") all
    all=$(IFS=,; echo "${disks[*]}")
    members+=(md78)
    make_quiet_filesystem
    traced "$name" --settle 1 -- dd if=/dev/zero of="$mounted/f" bs=1M count="$count" conv=fsync
    expect_status 0
    expect_claims "$all" <<<"$exact_claims"
    # On 5.10 both count parts of a split bio again.
    [ ! -e "/sys/block/$name/diskseq" ] || expect_claims "$name,md78" <<CLAIMS
write.bytes == 512 * stat.write_sectors
CLAIMS
    expect_claims "$name,md78" <<CLAIMS
read.bytes == 512 * stat.read_sectors
device.bio_based == True
device.leaf == False
$layer_sum + device.layer_time.undivided.time_ns == $whole_time
device.layer_time.undivided.time_ns * 100 <= $whole_time
lost == 0
CLAIMS
    expect_claims "$name" written=$written <<CLAIMS
write.bytes >= written
write.bytes == of('md78').by_op.write.bytes
device.layer == 2
device.parents == ['md78']
of('md78').layer == 1
sorted(part.device for part in device.layer_time.beneath) == sorted(['md78'] + of('md78').parents)
all(part.time_ns > 0 for part in device.layer_time.beneath) == True
all(of(disk).layer == 0 for disk in of('md78').parents) == True
2 * write.bytes <= sum(of(disk).by_op.write.bytes for disk in of('md78').parents)
unexplained_nulls == []
CLAIMS
    expect_text "the report" "$report_text" "own times add up to"
}

# In a guest each run takes its time, and the loops are the same there.
[ -n "${WBTRACE_TEST_IN_GUEST:-}" ] || try_loops
undo_to 2
try_direct_loop
undo_to 2
try_volume
finish
