#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# What is exported from a recording has the figures of its report.
# shellcheck source=tests/live/live.sh
. "$(dirname "$0")/live.sh"
need jq
make_disk 256
make_filesystem ext4
recording=$work/run.wbt

# shellcheck disable=SC2317 # runs in a shell of its own
writers() {
    dd if=/dev/zero of="$mounted/a, \"b\"" bs=64k count=160 conv=fsync status=none &
    dd if=/dev/zero of="$mounted/b" bs=16k count=100 oflag=direct status=none &
    wait
    cat "$mounted/a, \"b\"" >"$mounted/d"
    sync
    rm "$mounted/a, \"b\""
}

# Kept below a limit of the device, so that a writer is throttled where the kernel can do that.
throttle_device() {
    local bdi
    bdi=/sys/class/bdi/$(cat "/sys/class/block/$name/dev")
    [ -e "$bdi/max_bytes" ] || { leave_out "nobody is throttled: no bdi max_bytes here"; return 0; }
    later write_kernel_file "$bdi/max_ratio" 100
    later write_kernel_file "$bdi/strict_limit" 0
    write_kernel_file "$bdi/strict_limit" 1
    write_kernel_file "$bdi/max_bytes" 4194304
}

# exported FORMAT FILE
exported() {
    status=0
    "$wbtrace" export "$1" "$recording" -o "$2" 2>"$output" || status=$?
    expect_status 0
}

try_json() {
    exported json "$work/exported.json"
    expect_true "json is the report" cmp "$work/exported.json" "$report"
    expect_true "json on stdout" cmp <("$wbtrace" export json "$recording") "$report"
}

try_ndjson() {
    local records='select(.kind == "request_done")'
    exported ndjson "$work/events.ndjson"
    expect_equal "bytes of requests in ndjson" \
        "$(jq -n "[inputs | $records | .done_bytes] | add" "$work/events.ndjson")" \
        "$(jq '[.devices[].bytes] | add' "$report")"
    expect_equal "records in ndjson, the first and the last line apart" \
        "$(($(wc -l <"$work/events.ndjson") - 2))" \
        "$(tail -n 1 "$work/events.ndjson" | jq .records)"
    expect_equal "a file by its name" \
        "$(jq -n --arg file "$mounted/a, \"b\"" \
            '[inputs | select(.kind == "file_seen" and .file == $file)] | length > 0' \
            "$work/events.ndjson")" true
    "$wbtrace" export ndjson "$recording" --op read >"$work/reads.ndjson"
    expect_equal "only what passes the filter" \
        "$(jq -n "[inputs | $records | .op] | unique - [\"read\"]" -c "$work/reads.ndjson")" "[]"
}

try_csv() {
    local kind
    exported csv "$work/tables"
    for kind in request_done page_run sync_ended work_finished; do
        expect_equal "rows of $kind.csv" "$(($(wc -l <"$work/tables/$kind.csv") - 1))" \
            "$(jq -n "[inputs | select(.kind == \"$kind\")] | length" "$work/events.ndjson")"
    done
    expect_equal "bytes of requests in csv" "$(python3 - "$work/tables/request_done.csv" <<'PYTHON'
import csv, sys
print(sum(int(row["done_bytes"]) for row in csv.DictReader(open(sys.argv[1], newline=""))))
PYTHON
    )" "$(jq '[.devices[].bytes] | add' "$report")"
}

try_perfetto() {
    local result=0
    "$here/../perfetto/check_sums.py" "$wbtrace" "$recording" >"$output" || result=$?
    [ "$result" != 77 ] || { leave_out "the protobuf library is not installed"; return; }
    [ "$result" = 0 ] || sed 's/^/    /' "$output"
    expect_equal "claims about the Perfetto trace that do not hold" \
        "$(grep -v -e ^ok: -e ^note: "$output" || true)" ""
    expect_equal "status of the check" "$result" 0
    grep ^note: "$output"
    expect_true "arrows from dirtying to requests" \
        grep -q '^note: [1-9][0-9]* arrows from dirtying' "$output"
}

try_refusals() {
    status=0
    "$wbtrace" export csv "$recording" >"$output" 2>&1 || status=$?
    expect_equal "tables without a folder: status" "$status" 2
    status=0
    "$wbtrace" export ndjson "$recording" -o "$recording" >"$output" 2>&1 || status=$?
    expect_equal "over the recording: status" "$status" 1
    expect_true "the recording is whole" "$wbtrace" inspect --verify "$recording"
    status=0
    "$wbtrace" export ndjson "$recording" -o /dev/full >"$output" 2>&1 || status=$?
    expect_equal "a full disk: status" "$status" 1
    expect_equal "a full disk: lines" "$(grep -c . "$output")" 1
    expect_true "a reader that goes" bash -c "set -o pipefail
        '$wbtrace' export blkparse '$recording' | head -n 1"
}

throttle_device
export -f writers
export mounted
traced "$name" --record "$recording" --sync-calls -- bash -c writers
expect_status 0
try_json
try_ndjson
try_csv
try_perfetto
try_refusals
finish
