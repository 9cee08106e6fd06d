#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# The system traced with a report every so often: the intervals add up to the whole, to every
# count, and the whole is what the device counted itself; whatever ends the trace, and however slow
# the reader is.
# shellcheck disable=SC2317 # functions that are called by name
# shellcheck source=tests/live/live.sh
. "$(dirname "$0")/live.sh"

stream=$work/stream
make_loop 256

# What is exact without a command.
exact=$(grep -v -e scope <<<"$exact_claims")

lines() { { wc -l <"$stream"; } 2>/dev/null || echo 0; }

# wait_for_lines COUNT: so many documents are there, within a minute.
wait_for_lines() {
    local i
    for ((i = 0; i < 1200; i++)); do
        [ "$(lines)" -ge "$1" ] && return 0
        sleep 0.05
    done
    failed "there are only $(lines) lines, not $1"
}

# begin_trace WORD...: in the background; returns when the first interval has ended.
begin_trace() {
    rm -f "$stream"
    read_stat before "$name"
    "$wbtrace" --json "$stream" --report "$report_text" --dev "$name" -T "$@" >"$output" 2>&1 &
    tracer=$!
    wait_for_lines 1
}

end_trace() {
    status=0
    wait "$tracer" || status=$?
    read_stat after "$name"
    expect_status 0
}

# Bursts of prime numbers of requests, each in an interval of its own, and two that go on over
# the end of one.
write_bursts() {
    dd if=/dev/zero of="$device" bs=4k count=13 oflag=direct status=none
    wait_for_lines 2
    dd if=/dev/zero of="$device" bs=64k count=31 oflag=direct status=none
    dd if="$device" of=/dev/null bs=16k count=17 iflag=direct status=none
    wait_for_lines 3
    dd if=/dev/zero of="$device" bs=1M count=61 conv=notrunc,fsync status=none &
    dd if=/dev/zero of="$device" bs=4k count=2003 seek=30000 oflag=direct status=none
    wait $!
}

expect_stream() {
    expect_equal "the stream" "$(python3 "$here/interval_stream.py" "$stream" "$report" "${@:2}")" \
        "$1 intervals"
}

try_count() {
    echo "---- COUNT"
    begin_trace 0.5 7
    write_bursts
    end_trace
    expect_stream 7
    expect_claims "$name" <<CLAIMS
$exact
read.requests >= 17
write.bytes == (13 + 2003) * 4096 + 31 * 65536 + (61 << 20)
others.bytes == device.bytes
write.d2c.count == write.requests
device.queue_depth.count == device.requests
report.page_cache.dirtied.pages >= 61 * 256
CLAIMS
    local heads
    heads=$(grep -cE '^[0-9:]{8}  Interval [0-9]+: ' "$report_text")
    expect_equal "reports in the text" "$heads" 7
    expect_text "the text" "$report_text" "the whole of 7 intervals"
}

# Pages that a run in the kernel still holds are told in their interval, not at the end.
try_open_runs() {
    echo "---- pages in their interval"
    begin_trace 0.5 5
    dd if=/dev/zero of="$device" bs=4k count=211 conv=notrunc status=none
    end_trace
    expect_stream 5
    local told
    # Others dirty a few pages, of files on no disk.
    told=$(python3 -c 'import json, sys
pages = [json.loads(line)["page_cache"]["dirtied"]["pages"] for line in open(sys.argv[1])]
print(max(pages[:3]) >= 211, max(pages[3:5]) < 211)' "$stream")
    expect_equal "pages are told when they were dirtied, and not later" "$told" "True True"
}

try_ctrl_c() {
    echo "---- Ctrl-C in the middle of an interval and of the writing"
    begin_trace 0.7
    dd if=/dev/zero of="$device" bs=4k count=20011 oflag=direct status=none &
    sleep 0.5
    kill -INT "$tracer"
    status=0
    wait "$tracer" || status=$?
    wait
    expect_status 0
    local count
    count=$(($(lines) - 1))
    expect_true "$count intervals are one or more" [ "$count" -ge 1 ]
    expect_stream "$count"
    expect_claims "$name" <<'CLAIMS'
0 < write.requests <= 20011
write.bytes == write.requests * 4096
CLAIMS
}

try_duration() {
    echo "---- --duration"
    begin_trace --duration 1.7 0.5
    end_trace
    expect_stream 4
}

# A pipe of a page and a reader that looks away for 3 s.
try_slow_reader() {
    echo "---- a slow reader does not change the times"
    "$wbtrace" --json - --report /dev/null --dev "$name" 0.5 8 2>"$output" | python3 -c '
import fcntl, sys, time
fcntl.fcntl(0, fcntl.F_SETPIPE_SZ, 4096)
time.sleep(3)
sys.stdout.write(sys.stdin.read())' >"$stream"
    expect_stream 8 0.5
}

try_closed_pipe() {
    local statuses start=$SECONDS
    echo "---- stdout into $1"
    statuses=$(
        set +e
        # shellcheck disable=SC2086 # the options are words
        timeout 60 "$wbtrace" $2 --dev "$name" 0.3 2>"$output" | $1 >"$work/read"
        echo "${PIPESTATUS[*]}"
    )
    expect_equal "exit statuses" "$statuses" "0 0"
    expect_equal "complaints" "$(cat "$output")" ""
    expect_true "it did not take longer than 20 s" [ $((SECONDS - start)) -le 20 ]
}

try_count
try_open_runs
try_ctrl_c
try_duration
try_slow_reader
try_closed_pipe "head -n 1" "--json - --report /dev/null"
expect_equal "lines that head read" "$(wc -l <"$work/read")" 1
try_closed_pipe "head -n 1" "--report -"
try_closed_pipe true "--json - --report /dev/null"
finish
