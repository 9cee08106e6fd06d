#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# `export blkparse` has the lines that a tracefs instance of the same run has.
# shellcheck source=tests/live/live.sh
. "$(dirname "$0")/live.sh"
make_disk 256
make_filesystem ext4
recording=$work/run.wbt
find_tracefs
need jq

# try_alike WHAT all|some COMMAND...: of I with `some` only those that nothing was merged into.
try_alike() {
    echo "---- $1"
    # Only what happened while wbtrace traced is compared: one clock for both.
    record_events "dev == $(kernel_dev "$name")" block/block_rq_insert block/block_rq_issue \
        block/block_rq_complete
    echo mono >"$instance/trace_clock"
    traced "$name" --record "$recording" -- "${@:3}"
    stop_recording
    expect_status 0
    status=0
    "$wbtrace" export blkparse "$recording" -o "$work/lines" 2>"$output" || status=$?
    expect_status 0
    expect_equal "complaints about $1" "$(cat "$output")" ""
    "$wbtrace" export csv "$recording" -o "$work/tables"
    if python3 "$here/blkparse_alike.py" "$work/lines" "$work/events" "$2" \
        "$(sed -n 's/^started_at_monotonic_ns,//p' "$work/tables/trace.csv")" \
        "$(jq .capture.duration_ns "$report")" >"$output"; then
        passed "the lines of $1 are those of the witness"
    else
        failed "the lines of $1 are not those of the witness"
    fi
    sed 's/^/    /' "$output"
}

choose_scheduler() {
    local file=/sys/class/block/$name/queue/scheduler
    grep -qw "$1" "$file" || { leave_out "no scheduler $1 here"; return 1; }
    set_kernel_file "$file" "$1"
}

try_all() {
    try_alike "direct writes" some \
        dd if=/dev/zero of="$mounted/direct" bs=4k count=200 oflag=direct status=none
    try_alike "direct reads" all \
        dd if="$mounted/direct" of=/dev/null bs=4k iflag=direct status=none
    try_alike "buffered writes and flushes" some \
        dd if=/dev/zero of="$mounted/buffered" bs=64k count=100 conv=fsync status=none
}

for scheduler in none mq-deadline; do
    choose_scheduler "$scheduler" || continue
    echo "==== scheduler $scheduler"
    try_all
done
finish
