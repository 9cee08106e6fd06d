#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# With nomerges=2 each bio is a request of its own.
# shellcheck source=tests/live/live.sh
. "$(dirname "$0")/live.sh"
find_tracefs

count=$(mib 64)
requests=0

write_buffered() {
    record_events "dev == $(kernel_dev "$name")" block/block_rq_{issue,complete} \
        block/block_bio_backmerge
    traced "$name" -- dd if=/dev/zero of="$device" bs=1M count="$count" conv=notrunc
    stop_recording
    expect_status 0
    expect_claims "$name" written=$((count << 20)) <<CLAIMS
write.bytes == written
scope.bytes == written
device.requests == seen.block_rq_issue
device.requests == seen.block_rq_complete
bios.back_merged == seen.block_bio_backmerge
$exact_claims
CLAIMS
    requests=$(figures "$name" write.requests)
}

make_disk 256
echo "---- merges on"
write_buffered
merged=$requests
expect_claims "$name" <<<'merge_ratio > 0.95'
echo "---- merges off"
set_kernel_file "/sys/block/$name/queue/nomerges" 2
write_buffered
expect_claims "$name" <<'CLAIMS'
merge_ratio == 0
bios.back_merged + bios.front_merged + request_merges == 0
write.requests == bios.queued - read.requests
write.request_size.max == 4096
CLAIMS
expect_equal "requests without merges against with them, $requests / $merged, rounded" \
    $(((requests + merged / 2) / merged)) 128
finish
