#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# zram has no requests: its bios are counted, measured from queue to completion, and labelled so.
# shellcheck source=tests/live/live.sh
. "$(dirname "$0")/live.sh"
find_tracefs

modprobe -q zram num_devices=0 2>/dev/null || true
control=/sys/class/zram-control
[ -e "$control/hot_add" ] || skip "this kernel has no zram that can be added"
number=$(cat "$control/hot_add")
later write_kernel_file "$control/hot_remove" "$number"
name=zram$number device=/dev/zram$number
# A file that somebody has left there keeps the kernel from making the node.
[ -b "$device" ] || { failed "$device is no block device: remove it"; finish; }
write_kernel_file "/sys/block/$name/disksize" 134217728

count=67
record_events "dev == $(kernel_dev "$name")" block/block_bio_{queue,complete}
traced "$name" -- dd if=/dev/zero of="$device" bs=1M count=$count oflag=direct
stop_recording
expect_status 0
expect_claims "$name" written=$((count << 20)) <<'CLAIMS'
device.bio_based == True
device.requests > 0
write.bytes == written
scope.bytes == written
write.requests == stat.write_ios
write.bytes == 512 * stat.write_sectors
read.requests == stat.read_ios
bios.queued == seen.block_bio_queue
write.requests + read.requests == seen.block_bio_complete
write.request_size.count == write.requests
write.request_size.sum == written
write.q2c.count == write.requests
write.q2c.sum > 0
write.d2c.count == 0
bios.back_merged + bios.front_merged + request_merges == 0
unexplained_nulls == []
lost == 0
CLAIMS
expect_text "the report" "$report_text" "bio-based"
finish
