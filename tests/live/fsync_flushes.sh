#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# A write and an fsync, time and again: flushes have no data and stand apart from the writes.
# shellcheck source=tests/live/live.sh
. "$(dirname "$0")/live.sh"
need fio
find_tracefs

writes=$((2048 / ${WBTRACE_TEST_SCALE:-1}))
make_disk 64
record_events "dev == $(kernel_dev "$name")" block/block_rq_{issue,complete} block/block_bio_queue
traced "$name" -- fio --name=log --filename="$device" --rw=write --bs=4k --size=$((writes * 4))k \
    --ioengine=psync --fsync=1 --thread --output-format=json --output="$work/fio.json"
stop_recording
expect_status 0
read -r fio_bytes fio_writes fio_syncs < <(python3 - "$work/fio.json" <<'EOP'
import json, sys
job = json.load(open(sys.argv[1]))["jobs"][0]
print(job["write"]["io_bytes"], job["write"]["total_ios"], job["sync"]["total_ios"])
EOP
)
expect_equal "writes as fio says" "$fio_writes" "$writes"
expect_claims "$name" fio_bytes="$fio_bytes" fio_syncs="$fio_syncs" <<CLAIMS
write.bytes == fio_bytes
scope.bytes - read.bytes == fio_bytes
flush.requests == stat.flush_ios
flush.requests >= fio_syncs > 0
flush.bytes == 0
bios.empty_flushes >= fio_syncs
device.requests == seen.block_rq_issue
device.requests + bios.empty_flushes == seen.block_rq_complete   # a flush asked for ends as well
bios.queued == seen.block_bio_queue
$exact_claims
write.request_size.min == 4096
write.request_size.sum == fio_bytes
unexplained_nulls == []
CLAIMS
finish
