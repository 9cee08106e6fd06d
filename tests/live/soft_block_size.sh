#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# The soft block size of a device node decides how large its bios are: with 512 bytes there are
# eight a page, and requests reach the limit of segments eight times earlier. On a disk, and on
# md RAID0 with its members as a tree.
# shellcheck disable=SC2317 # functions that are called by name
# shellcheck source=tests/live/live.sh
. "$(dirname "$0")/live.sh"

count=$(mib 256)
written=$((count << 20))
bios=0 average=0

hold_open() {
    exec 9<>"$device"
    later let_go
}
let_go() { exec 9>&-; }

# Without those of flushes: on an array, which has no requests, a flush is a bio as any other.
flush_bios='(flush.requests if device.bio_based else bios.empty_flushes)'
data_bios="bios.queued - read.requests - $flush_bios"

# The `stat` of an array counts a flush as a write (5.10) or not at all.
exact_of_disk_or_array() {
    [ ${#members[@]} -gt 0 ] || { echo "$exact_claims"; return; }
    grep -v -e stat.flush_ios -e stat.write_ios <<<"$exact_claims"
    echo "0 <= stat.write_ios - write.requests <= flush.requests"
}

# write_buffered BLOCK_SIZE: through the open file 9, since the block size holds only as long as
# somebody has the device open. Sets bios and the average request size.
write_buffered() {
    echo "---- $name, block size $1"
    blockdev --setbsz "$1" "$device"
    traced "$name" -- dd if=/dev/zero of=/proc/self/fd/9 bs=1M count="$count" conv=notrunc,fsync
    expect_status 0
    expect_claims "$name" written="$written" size="$1" <<CLAIMS
write.bytes == written
scope.bytes == written
bios.queued_bytes == written + 512 * stat.read_sectors
report.run.settled == True
$data_bios == written // size
$(exact_of_disk_or_array)
CLAIMS
    read -r bios average < <(figures "$name" "$data_bios" \
        'write.bytes // max(write.requests, 1)')
    blockdev --flushbufs "$device"
}

try_disk() {
    make_disk 512
    hold_open
    write_buffered 4096
    local bios_4096=$bios average_4096=$average
    write_buffered 512
    let_go
    echo "---- both"
    expect_equal "bios with 512 against 4096" "$((bios / bios_4096))" 8
    if [ -z "${WBTRACE_TEST_IN_GUEST:-}" ]; then
        expect_equal "average request with 512, KiB" "$((average >> 10))" 64
        expect_true "average request with 4096, $((average_4096 >> 10)) KiB, is 400 to 1024 KiB" \
            [ $((average_4096 >> 10)) -ge 400 -a $((average_4096 >> 10)) -le 1024 ]
    fi
    # Limits of disks and kernels differ, the effect does not.
    expect_true "average request with 512, $((average >> 10)) KiB, is at most a quarter of that \
with 4096, $((average_4096 >> 10)) KiB" [ $((4 * average)) -le "$average_4096" ]
}

# expect_members: every byte of the array is one of a member, and each member is exact.
expect_members() {
    local all
    all=$(IFS=,; echo "${members[*]}")
    echo "---- members $all"
    expect_claims "$all" <<CLAIMS
device.leaf == True
device.bio_based == False
$exact_claims
CLAIMS
    expect_claims "$name" written="$written" <<'CLAIMS'
device.bio_based == True
device.leaf == False
len(device.parents) == 4
sum(of(member).by_op.write.bytes for member in device.parents) == written
write.q2c.count == write.requests
CLAIMS
}

make_array() {
    local member disks=()
    for member in ${WBTRACE_TEST_MEMBERS:-}; do disks+=("$member"); done
    while [ ${#disks[@]} -lt 4 ]; do
        make_loop 128
        disks+=("$device")
    done
    members=("${disks[@]#/dev/}")
    device=/dev/md77 name=md77
    later mdadm -q --zero-superblock "${disks[@]}"
    MDADM_NO_UDEV=1 mdadm -q --create "$device" --run --level=0 --chunk=64 --raid-devices=4 \
        --metadata=1.2 --assume-clean "${disks[@]}" </dev/null
    later mdadm -q --stop "$device"
}

try_array() {
    echo "---- md RAID0"
    command -v mdadm >/dev/null || { leave_out "md RAID0: mdadm is not installed"; return; }
    modprobe -q -a md_mod raid0 2>/dev/null || true
    grep -q raid0 /proc/mdstat 2>/dev/null || { leave_out "md RAID0: not in this kernel"; return; }
    make_array
    hold_open
    write_buffered 4096
    local bios_4096=$bios
    expect_members
    write_buffered 512
    expect_members
    let_go
    expect_equal "bios with 512 against 4096" "$((bios / bios_4096))" 8
    expect_text "the report" "$report_text" "${members[3]}"
}

for part in ${WBTRACE_TEST_PARTS:-disk array}; do "try_$part"; done
finish
