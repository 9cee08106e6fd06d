#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# What a recording gives back is what was seen live, to the byte; a full disk, a limit, a crash and
# damage cost what they must, and not more.
# shellcheck source=tests/live/live.sh
. "$(dirname "$0")/live.sh"
make_disk 512
make_filesystem ext4
recording=$work/run.wbt

# replay [OPTION...]: the report from the recording, into $work/replayed.{txt,json}.
replay() {
    replay_status=0
    "$wbtrace" report "$recording" --report "$work/replayed.txt" --json "$work/replayed.json" \
        "$@" >"$work/replay.output" 2>&1 || replay_status=$?
}

# expect_same WHAT: both reports are those of the live run.
expect_same() {
    local form
    for form in txt json; do
        if cmp -s "$work/report.$form" "$work/replayed.$form"; then
            passed "$1: live and replayed $form are the same bytes"
        else
            failed "$1: live and replayed $form differ:"
            diff "$work/report.$form" "$work/replayed.$form" | head -n 20 | sed 's/^/    /' || true
        fi
    done
}

# try_same WHAT VIEW [OPTION...] -- COMMAND...: VIEW are options of how it is shown.
try_same() {
    local view
    echo "---- the same report: $1"
    read -ra view <<<"$2"
    traced "$name" --record "$recording" "${view[@]}" "${@:3}"
    expect_status 0
    replay "${view[@]}"
    expect_equal "status of the replay" "$replay_status" 0
    expect_same "$1"
    expect_true "every checksum is right" "$wbtrace" inspect --verify "$recording"
}

# shellcheck disable=SC2317 # runs in a shell of its own
many_writers() {
    local i
    for i in 1 2 3 4 5; do
        dd if=/dev/zero of="$mounted/many.$i" bs=16k count="$((i * 20))" conv=fsync status=none &
    done
    wait
    mv "$mounted/many.1" "$mounted/renamed"
    rm "$mounted/many.2"
}

try_live_reports() {
    export -f many_writers
    export mounted
    try_same "dd" -v -- \
        dd if=/dev/zero of="$mounted/f" bs=1M count="$(mib 64)" conv=fsync status=none
    try_same "direct dd" "-D -m" -- \
        dd if=/dev/zero of="$mounted/f" bs=64k count=101 oflag=direct conv=notrunc status=none
    try_same "several processes" -v --threads --sync-calls -- bash -c many_writers
    try_same "a command that writes little" "" --settle 1 -- bash -c "echo x > '$mounted/new'"
    command -v fio >/dev/null || { leave_out "fio is not installed"; return; }
    try_same "fio fsync" "" --sync-calls -- \
        fio --name=sync --directory="$mounted" --size=4m --bs=8k --rw=randwrite \
            --fsync=4 --output=/dev/null
}

try_throttled() {
    local bdi number
    number=$(cat "/sys/class/block/$name/dev")
    bdi=/sys/class/bdi/$number
    [ -e "$bdi/max_bytes" ] || { leave_out "throttled dd: no bdi max_bytes here"; return; }
    undo_before=${#undo[@]}
    later write_kernel_file "$bdi/max_ratio" 100
    later write_kernel_file "$bdi/strict_limit" 0
    write_kernel_file "$bdi/strict_limit" 1
    write_kernel_file "$bdi/max_bytes" 4194304
    try_same "throttled dd" -v -- \
        dd if=/dev/zero of="$mounted/f" bs=1M count="$(mib 128)" conv=fsync status=none
    expect_text "the throttled report" "$work/replayed.txt" "throttl"
    undo_to "$undo_before"
}

try_intervals() {
    echo "---- reports on intervals"
    local writer
    (for _ in 1 2 3 4 5 6; do
        dd if=/dev/zero of="$mounted/g" bs=64k count=50 conv=fsync status=none
        sleep 0.2
    done) &
    writer=$!
    status=0
    "$wbtrace" --dev "$name" --record "$recording" --json "$report" --report "$report_text" \
        0.4 4 >"$output" 2>&1 || status=$?
    wait "$writer"
    expect_status 0
    replay
    expect_same "four intervals"
    replay --every 0.3
    expect_equal "intervals of 0.3 s add up to the whole" \
        "$(jq -s 'def n: [.devices[].requests] | add; (.[:-1] | map(n) | add) == (.[-1] | n)' \
            "$work/replayed.json")" true
}

# A filter afterwards gives the figures that the same filter gave live.
try_filter_afterwards() {
    echo "---- filters on a recording"
    traced "$name" --record "$recording" -- bash -c "
        dd if=/dev/zero of='$mounted/a' bs=64k count=31 oflag=direct status=none
        cat '$mounted/a' > '$mounted/b'; sync '$mounted/b'"
    local figure='[.devices[] | {requests, bytes}, .by_op.write.request_size.count]'
    replay --op write
    expect_equal "writes alone" "$(jq -c '[.devices[].requests]' "$work/replayed.json")" \
        "$(jq -c '[.devices[].by_op.write.requests]' "$report")"
    replay --comm cat
    expect_equal "requests of cat" "$(jq -c '[.devices[].bytes] | add' "$work/replayed.json")" \
        "$(jq -c '[.processes[] | select(.comm == "cat") | .written_back_bytes + .direct_bytes +
            .fetched_bytes] | add' "$report")"
    expect_equal "the time budget, of all tasks, is not shown and the reason is" \
        "$(jq '.time_budget == null and .capture.unavailable.time_budget != null' \
            "$work/replayed.json")" true
    replay --every 0.05
    expect_equal "intervals have no time budget, the whole has the live one" \
        "$(jq -s -c '[([.[:-1][].time_budget] | unique), (.[-1].time_budget.wall_ns)]' \
            "$work/replayed.json")" "$(jq -c '[[null], .time_budget.wall_ns]' "$report")"
    replay --file "$mounted/b"
    expect_equal "files" "$(jq -c '[.files[] | select(.path) | .path]' "$work/replayed.json")" \
        "[\"$mounted/b\"]"
    replay --dev "$name"
    expect_equal "the device alone" "$(jq -c "$figure" "$work/replayed.json")" \
        "$(jq -c "$figure" "$report")"
    replay --min-latency 1000s
    expect_equal "nothing took so long" \
        "$(jq '[.devices[].requests] | add' "$work/replayed.json")" 0
    replay --dev "$mounted"
    expect_equal "the device behind a mount point" "$(jq -c "$figure" "$work/replayed.json")" \
        "$(jq -c "$figure" "$report")"
    replay --dev "${name}p1"
    expect_text "a partition" "$work/replay.output" "whole disks"
    replay --dev nosuch
    expect_equal "a device that is not there" "$replay_status" 1
}

try_full_disk() {
    echo "---- a full disk"
    local small=$work/small
    mkdir "$small"
    mount -t tmpfs -o size=100k wbtrace-small "$small"
    later umount "$small"
    status=0
    "$wbtrace" --dev "$name" --record "$small/full.wbt" --json "$report" \
        --report "$report_text" -- bash -c "
            dd if=/dev/zero of='$mounted/f' bs=4k count=40000 oflag=direct status=none
            exit 3" >"$output" 2>&1 || status=$?
    expect_status 3
    expect_equal "messages" "$(grep -c . "$output")" 1
    expect_text "the message" "$output" "No space left on device"
    recording=$small/full.wbt
    replay
    expect_equal "status of the replay" "$replay_status" 0
    expect_equal "what was lost is told" \
        "$(jq '.capture.lost.not_recorded > 0 and .capture.part != null' \
            "$work/replayed.json")" true
    expect_equal "exact totals are the live ones" \
        "$(jq -c '[.devices[] | .requests, .bytes]' "$work/replayed.json")" \
        "$(jq -c '[.devices[] | .requests, .bytes]' "$report")"
    recording=$work/run.wbt
}

# Not even the first chunk finds room: then there is nothing to be read.
try_no_room() {
    echo "---- a disk that is full from the beginning"
    mkdir "$work/tiny"
    mount -t tmpfs -o size=4k wbtrace-tiny "$work/tiny"
    later umount "$work/tiny"
    head -c 4096 /dev/zero >"$work/tiny/all-there-is"
    status=0
    "$wbtrace" --dev "$name" --record "$work/tiny/run.wbt" --json "$report" \
        --report "$report_text" --settle 0 -- true >"$output" 2>&1 || status=$?
    expect_status 0
    expect_text "the message" "$output" "nothing of this trace can be read"
}

# Direct writes in the background, to ever other places, until stop_writing.
keep_writing() {
    [ -e "$mounted/h" ] || fallocate -l 160M "$mounted/h"
    rm -f "$work/enough"
    (
        SECONDS=0
        until [ -e "$work/enough" ] || [ "$SECONDS" -gt 120 ]; do
            dd if=/dev/zero of="$mounted/h" bs=4k count=300 seek="$RANDOM" oflag=direct \
                conv=notrunc status=none
            sleep 0.02
        done
    ) &
    writer=$!
}

stop_writing() {
    touch "$work/enough"
    wait "$writer"
}

# wait_for_recording BYTES: until the tracer in the background has written so many.
wait_for_recording() {
    local i
    for ((i = 0; i < 600; i++)); do
        [ "$(size_of "$recording")" -lt "$1" ] || return 0
        sleep 0.1
    done
    failed "nothing is recorded"
}

size_of() { stat -c %s "$1" 2>/dev/null || echo 0; }

# What is kept is compared with what another trace of the same time has as a whole.
try_last_part() {
    echo "---- the last part"
    local size tracer whole writer seconds=${WBTRACE_TEST_KEEP_SECONDS:-20} largest=0
    keep_writing
    "$wbtrace" --dev "$name" --record "$work/whole.wbt" --duration "$seconds" \
        --report /dev/null &
    whole=$!
    "$wbtrace" --dev "$name" --record "$recording" --keep 3s --duration "$seconds" \
        --json "$report" --report "$report_text" >"$output" 2>&1 &
    tracer=$!
    while kill -0 "$tracer" 2>/dev/null; do
        size=$(size_of "$recording")
        [ "$size" -le "$largest" ] || largest=$size
        sleep 0.2
    done
    wait "$tracer" || failed "the trace exits $?"
    wait "$whole"
    stop_writing
    replay
    expect_equal "status of the replay" "$replay_status" 0
    expect_equal "the last 3 s are there, and not much more" \
        "$(jq '.capture.duration_ns >= 3e9 and .capture.duration_ns < 7e9' \
            "$work/replayed.json")" true
    expect_text "the report says that it is a part" "$work/replayed.txt" "were kept"
    expect_true "$largest bytes at most, where all is $(size_of "$work/whole.wbt")" \
        test "$((largest * 4))" -lt "$((3 * $(size_of "$work/whole.wbt")))"
    expect_equal "requests that the last 3 s lack" "$(python3 "$here/last_seconds.py" \
        "$wbtrace" "$recording" "$work/whole.wbt" 2.8)" 0
}

try_crash() {
    echo "---- the recorder is killed"
    local tracer writer
    keep_writing
    rm -f "$recording"
    "$wbtrace" --dev "$name" --record "$recording" >"$output" 2>&1 &
    tracer=$!
    wait_for_recording 30000
    kill -KILL "$tracer"
    wait "$tracer" 2>/dev/null || true
    stop_writing
    replay
    expect_equal "status of the replay" "$replay_status" 0
    expect_text "what is missing is said" "$work/replay.output" "not ended"
    expect_equal "requests are there, and what only the end knows is not" \
        "$(jq '([.devices[].requests] | add) > 1000 and .devices[0].bios == null' \
            "$work/replayed.json")" true
}

# The device's requests are those of the recorder and of all others, which are told apart.
expect_own_apart() {
    local figures
    # read_ios, write_ios, discard_ios, flush_ios; sectors.
    figures=$(paste -d ' ' "$work/stat/$name.before" "$work/stat/$name.after" |
        awk '{ print $18 + $22 + $29 + $33 - $1 - $5 - $12 - $16,
               512 * ($20 + $24 + $31 - $3 - $7 - $14) }')
    expect_equal "requests and bytes, own and others', as the device counts" \
        "$(jq -r --arg name "$name" '.devices[] | select(.name == $name) |
            "\(.requests + .recorder.requests + .bios.empty_flushes) \(.bytes +
            .recorder.bytes)"' "$report")" "$figures"
}

# Onto the very device that is traced: what writes it is kept apart.
try_own_writing() {
    echo "---- a recording on the traced device"
    local writer tracer
    recording=$mounted/own.wbt
    rm -f "$recording"
    # Or closing the file, after the trace, would write what is left of it.
    mount -o remount,noauto_da_alloc "$mounted"
    [ -e "$mounted/h" ] || fallocate -l 160M "$mounted/h"
    sync -f "$mounted"
    wait_until_idle "$name"
    status=0
    read_stat before "$name"
    "$wbtrace" --dev "$name" --record "$recording" --json "$report" --report "$report_text" \
        >"$output" 2>&1 &
    tracer=$!
    # Then it traces: what comes from now on is all that came since the reading.
    wait_for_recording 100
    keep_writing
    wait_for_recording 20000
    stop_writing
    # While it is traced: what it has written so far must reach the device.
    # And nothing else may be left that would come between the end of the trace and the reading.
    sync -f "$mounted"
    wait_until_idle "$name"
    kill -TERM "$tracer"
    wait "$tracer" || status=$?
    # At once: what it writes last is in the page cache still.
    busy_device=yes read_stat after "$name"
    expect_status 0
    expect_own_apart
    expect_equal "the recorder's requests are there" \
        "$(jq '[.devices[].recorder.requests] | add > 0' "$report")" true
    expect_equal "no row is the recorder's" \
        "$(jq -c --arg pid "$tracer" '[(.files[], .processes[]) | select(((.path // .comm // "") |
            test("own.wbt|wbt-rec")) or (.pid | tostring) == $pid)]' "$report")" "[]"
    replay
    expect_same "a recording on the traced device"
    recording=$work/run.wbt
}

# refused WHAT STATUS WBTRACE-WORD...: one line, and the recording is as it was.
refused() {
    local before
    before=$(cksum <"$recording")
    status=0
    "$wbtrace" "${@:3}" >"$output" 2>&1 || status=$?
    expect_equal "$1: status" "$status" "$2"
    expect_equal "$1: lines" "$(grep -c . "$output")" 1
    expect_equal "$1: the recording" "$(cksum <"$recording")" "$before"
}

# What others do to the file while it is written is said at the end, and costs no more than that.
try_lost_file() {
    echo "---- a recording that somebody else spoils"
    local how tracer
    for how in "rm \$recording" "truncate -s 100 \$recording" \
        "mv \$recording \$recording.elsewhere"; do
        rm -f "$recording"
        keep_writing
        "$wbtrace" --dev "$name" --record "$recording" --json "$report" --report /dev/null \
            >"$output" 2>&1 &
        tracer=$!
        wait_for_recording 20000
        eval "$how"
        stop_writing
        kill -TERM "$tracer"
        status=0
        wait "$tracer" || status=$?
        expect_status 0
        expect_equal "lines after: $how" "$(grep -c . "$output")" 1
        expect_text "what is said after: $how" "$output" "while it was written"
        expect_equal "the report is there after: $how" \
            "$(jq '[.devices[].requests] | add > 0' "$report")" true
    done
    expect_true "one that was renamed is whole" \
        "$wbtrace" inspect --verify "$recording.elsewhere"
    rm "$recording.elsewhere"
}

try_to_spoil_it() {
    echo "---- what would spoil a recording"
    traced "$name" --record "$recording" --settle 0 -- true
    ln -f "$recording" "$work/same.wbt"
    refused "a report over its recording" 1 report "$recording" --json "$work/same.wbt"
    refused "a command that is not there" 127 --record "$recording" -- /absent/command
    refused "stdout" 125 --record - -- true
    refused "two outputs" 125 --record "$recording" --report "$work/same.wbt" -- true
    refused "no regular file" 125 --record /dev/full -- true
    local tracer
    "$wbtrace" --dev "$name" --record "$recording" >/dev/null 2>"$work/tracer.talk" &
    tracer=$!
    wait_for_recording 100
    # Its size and place no more change: nothing is written to the device.
    sleep 1
    refused "two recordings into one" 125 --record "$work/same.wbt" -- true
    replay
    expect_equal "what is being recorded can be read: status" "$replay_status" 0
    kill -INT "$tracer"
    wait "$tracer" || true
    expect_true "and is whole afterwards" "$wbtrace" inspect --verify "$recording"
    rm "$work/same.wbt"
    head -c 3000 "$recording" >"$work/cut.wbt"
    status=0
    "$wbtrace" inspect --events "$work/cut.wbt" >/dev/null 2>"$output" || status=$?
    expect_equal "records of one that was cut: status" "$status" 1
    expect_true "what is wrong with it is said" test -s "$output"
}

try_wrong_files() {
    echo "---- what is no recording"
    local wrong
    for wrong in "$report" "$work" /dev/null "$work/absent"; do
        status=0
        "$wbtrace" report "$wrong" >"$output" 2>&1 || status=$?
        expect_equal "status for $(basename "$wrong")" "$status" 1
        expect_equal "lines for $(basename "$wrong")" "$(grep -c . "$output")" 1
    done
    status=0
    "$wbtrace" --record /absent/file.wbt -- touch "$work/ran" >"$output" 2>&1 || status=$?
    expect_equal "a recording that cannot be written: status" "$status" 125
    expect_true "the command did not run" test ! -e "$work/ran"
}

need jq
try_live_reports
try_throttled
try_intervals
try_filter_afterwards
try_full_disk
try_no_room
[ -n "${WBTRACE_TEST_IN_GUEST:-}" ] || try_last_part
[ -n "${WBTRACE_TEST_IN_GUEST:-}" ] || try_crash
try_own_writing
[ -n "${WBTRACE_TEST_IN_GUEST:-}" ] || try_lost_file
try_wrong_files
try_to_spoil_it
finish
