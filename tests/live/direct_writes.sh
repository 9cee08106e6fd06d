#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# Direct writes of dd: what it wrote, what the device counted and what a tracefs instance saw are
# the same numbers; and not one write is missed at the start, however often it is tried.
# shellcheck source=tests/live/live.sh
. "$(dirname "$0")/live.sh"
find_tracefs
make_disk 256

count=67
record_events "dev == $(kernel_dev "$name")" block/block_rq_{issue,complete,insert,merge,requeue} \
    block/block_bio_{queue,backmerge,frontmerge} block/block_split
traced "$name" -- dd if=/dev/zero of="$device" bs=1M count=$count oflag=direct
stop_recording
expect_status 0
expect_claims "$name" written=$((count << 20)) <<CLAIMS
write.bytes == written              # dd's own total
scope.bytes == written
others.requests == 0
$exact_claims
write.requests + flush.requests == seen.block_rq_issue
bios.queued == seen.block_bio_queue
bios.back_merged == seen.block_bio_backmerge
bios.front_merged == seen.block_bio_frontmerge
bios.split == seen.block_split
request_merges == seen.block_rq_merge
write.requeued == seen.block_rq_requeue
write.request_size.count == write.requests
write.request_size.sum == written
write.d2c.count == write.requests
write.q2c.count == write.requests
unexplained_nulls == []
report.run.exit_code == 0
report.run.settled == True
CLAIMS
expect_no_text "the report" "$report_text" '(?i)lost|dropped'

runs=${WBTRACE_TEST_RUNS:-100}
mkdir "$work/runs"
for ((run = 1; run <= runs; run++)); do
    "$wbtrace" --json "$work/runs/$run.json" --report /dev/null --dev "$name" -- \
        dd if=/dev/zero of="$device" bs=4k count=1 oflag=direct status=none ||
        failed "run $run exits $?"
done
expect_equal "runs of dd bs=4k count=1 with exactly one write" \
    "$(python3 "$here/single_writes.py" "$name" "$work"/runs/*.json)" "$runs of $runs"
finish
