#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# --dev and what does not say which device it is on: a btrfs, which has a bdi of its own, and a
# device that is written without a file system. Neither is waited for nor counted when it lies on
# another device, and both are when it lies on the one that is traced.
# shellcheck source=tests/live/live.sh
. "$(dirname "$0")/live.sh"
need mkfs.btrfs
modprobe -q btrfs 2>/dev/null || true
grep -qw btrfs /proc/filesystems || skip "btrfs is not in this kernel"
make_loop 256
make_filesystem btrfs
pool=$name folder=$mounted
make_loop 64
raw=$name
make_loop 64
other=$name
# Nothing becomes old enough to be written meanwhile.
set_kernel_file /proc/sys/vm/dirty_expire_centisecs 60000

# try WHAT DEVICE PATH SETTLED: writes to the path, traces the device.
try() {
    echo "---- $1, --dev $2"
    traced "$2" --settle 0 -- dd if=/dev/zero of="$3" bs=4k count=149 conv=notrunc status=none
    expect_status 0
    expect_claims - <<CLAIMS
report.run.settled == $4
report.page_cache.command.dirtied.pages >= 149       # the command's own is always counted
lost == 0
CLAIMS
}

try "a btrfs on the device" "$pool" "$folder/f" False
sync -f "$folder"
try "a btrfs on another device" "$other" "$folder/f" True
sync -f "$folder"
# The last one to close a device writes it all: that is not to be the command.
exec 6<>"/dev/$raw"
try "the device itself" "$raw" "/dev/$raw" False
sync "/dev/$raw"
try "another device itself" "$other" "/dev/$raw" True
exec 6>&-

echo "---- the writeback of another btrfs, --dev $other"
dd if=/dev/zero of="$folder/g" bs=4k count=149 status=none
traced "$other" --settle 0 -- sync -f "$folder"
expect_status 0
expect_claims - <<'CLAIMS'
[row.device for row in report.writeback.by_reason] == []
CLAIMS
dd if=/dev/zero of="$folder/h" bs=4k count=149 status=none
traced "$pool" --settle 0 -- sync -f "$folder"
expect_claims - <<'CLAIMS'
{row.device.startswith("btrfs-") for row in report.writeback.by_reason} == {True}
CLAIMS
finish
