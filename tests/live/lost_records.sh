#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# A reader that stands still with tiny buffers loses records: that is said, and the totals, which
# the kernel keeps, are right all the same.
# shellcheck source=tests/live/live.sh
. "$(dirname "$0")/live.sh"
need fio
make_disk 256

job=(fio --name=flood --filename="$device" --rw=randwrite --bs=4k --direct=1 --size=256m
    --ioengine=psync --numjobs=2 --thread --group_reporting --time_based --runtime=7
    --output-format=json --output="$work/fio.json")

# Stops wbtrace, not the command, for 5 s as soon as fio writes.
stand_still() {
    local tracer
    until [ "$(awk '{ print $5 }' "/sys/block/$name/stat")" -gt "$1" ]; do sleep 0.1; done
    tracer=$(cat "$work/tracer")
    kill -STOP "$tracer"
    sleep 5
    kill -CONT "$tracer"
}

read_stat before "$name"
stand_still "$(awk '{ print $5 }' "/sys/block/$name/stat")" &
status=0
# shellcheck disable=SC2016 # the inner shell's; wbtrace keeps the number of that shell
sh -c 'echo $$ >"$1"; shift; exec "$@"' sh "$work/tracer" \
    "$wbtrace" --buffer 4096 --strict --json "$report" --report "$report_text" --dev "$name" \
    -- "${job[@]}" >"$output" 2>&1 || status=$?
wait
read_stat after "$name"
expect_equal "exit status of --strict with losses" "$status" 4
fio_bytes=$(python3 -c 'import json, sys
print(json.load(open(sys.argv[1]))["jobs"][0]["write"]["io_bytes"])' "$work/fio.json")
expect_claims "$name" fio_bytes="$fio_bytes" <<CLAIMS
lost > 0
report.capture.lost.ring_full > 0
write.request_size.count < write.requests
write.bytes == fio_bytes
scope.while_running.write.bytes == fio_bytes
$(grep -v '^lost' <<<"$exact_claims")
CLAIMS
expect_text "the report" "$report_text" "LOST"

echo "---- without losses --strict changes nothing"
traced "$name" --strict -- dd if=/dev/zero of="$device" bs=4k count=7 oflag=direct
expect_status 0
traced "$name" --strict -- sh -c 'exit 7'
expect_status 7
finish
