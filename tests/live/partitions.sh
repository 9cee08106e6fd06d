#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# A partition is its range of sectors: what its neighbour does is not in its row.
# shellcheck source=tests/live/live.sh
. "$(dirname "$0")/live.sh"
need addpart delpart

make_partitions() {
    make_loop 256
    losetup -d "$device"
    # Again, so that it may have partitions; the number may be another one.
    device=$(losetup --find --show --partscan "$work"/backing.*)
    name=${device#/dev/}
    undo[${#undo[@]} - 1]="losetup -d $device"
    first=${name}p1 second=${name}p2
    addpart "$device" 1 2048 131072 || skip "this kernel takes no partitions on a loop device"
    later delpart "$device" 1
    addpart "$device" 2 133120 131072
    later delpart "$device" 2
    [ -b "/dev/$first" ] || skip "nobody makes device nodes here"
}

# Both partitions, and the gap before the first; only $1 is asked for.
write_all() {
    # shellcheck disable=SC2016 # the inner shell's
    traced "$1" -- sh -c '
        dd if=/dev/zero of=/dev/$1 bs=1M count=31 oflag=direct &
        dd if=/dev/zero of=/dev/$2 bs=1M count=37 oflag=direct &
        wait
        dd if=/dev/zero of=/dev/$3 bs=4k count=13 oflag=direct' sh "$first" "$second" "$name"
    expect_status 0
}

make_partitions
for partition in "$first:31" "$second:37"; do
    echo "---- ${partition%:*}"
    members=("$name")
    write_all "${partition%:*}"
    expect_claims "${partition%:*}" written=$((${partition#*:} << 20)) <<CLAIMS
device.partition == True
write.bytes == written
scope.bytes == written
$exact_claims
CLAIMS
    expect_text "the report" "$report_text" "${partition%:*}"
done
echo "---- the whole device"
members=()
write_all "$name"
expect_claims "$name" <<CLAIMS
device.partition == False
write.bytes == (31 + 37 << 20) + 13 * 4096
$exact_claims
CLAIMS
finish
