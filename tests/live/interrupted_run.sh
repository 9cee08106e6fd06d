#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# Ends that nobody planned: Ctrl-C, wbtrace killed, and a reader that goes away.
# shellcheck disable=SC2317 # functions that are called by name
# shellcheck source=tests/live/live.sh
. "$(dirname "$0")/live.sh"
need bpftool
make_disk 64

# What is left of a process: empty when it is gone, else its state.
state_of() { awk '$1 == "State:" { print $2 }' "/proc/$1/status" 2>/dev/null || true; }

is_gone() { [[ "$(state_of "$1")" =~ ^Z?$ ]]; }

# eventually COMMAND...: it holds within 10 s.
eventually() {
    local i
    for ((i = 0; i < 200; i++)); do
        "$@" && return 0
        sleep 0.05
    done
    return 1
}

try_ctrl_c() {
    echo "---- Ctrl-C"
    local status=0 pid
    # shellcheck disable=SC2016 # the inner shell's
    python3 "$here/under_terminal.py" ready "$output" \
        "$wbtrace" --json "$report" --dev "$name" -- \
        sh -c 'dd if=/dev/zero of=$1 bs=4k count=13 oflag=direct status=none
               echo $$ >$2; echo ready; exec sleep 1000' sh "$device" "$work/pid" || status=$?
    expect_equal "exit status, 128 + SIGINT" "$status" 130
    pid=$(cat "$work/pid")
    expect_true "the command is gone" is_gone "$pid"
    expect_text "what the terminal shows" "$output" "$name"
    expect_text "what the terminal shows" "$output" "SIGINT"
    expect_claims "-" <<CLAIMS
report.run.signal == 2
of("$name").scope.bytes == 13 * 4096
lost == 0
CLAIMS
}

# A command that tells of a signal and ends by it.
# try_passed_on SIGNAL
try_passed_on() {
    local status=0 tracer
    echo "---- SIG$1 sent to wbtrace"
    rm -f "$work/pid" "$work/caught" "$report"
    # A shell starts what is in the background with SIGQUIT ignored.
    # shellcheck disable=SC2016 # the inner shell's
    env --default-signal="$1" "$wbtrace" --json "$report" --report "$report_text" --dev "$name" \
        --settle 0 -- bash -c 'trap "echo caught >$2; exit 7" "$3"
            echo $$ >"$1"; for i in {1..999}; do sleep 0.05; done' \
        bash "$work/pid" "$work/caught" "$1" >"$output" 2>&1 &
    tracer=$!
    expect_true "the command runs" eventually [ -s "$work/pid" ]
    kill "-$1" "$tracer"
    wait "$tracer" || status=$?
    expect_equal "exit status, the command's" "$status" 7
    expect_equal "what the command got" "$(cat "$work/caught")" caught
    expect_claims - <<<"report.run.exit_code == 7"
}

# try_end_of_trace SIGNAL: of the system.
try_end_of_trace() {
    local status=0 tracer
    echo "---- SIG$1 without a command"
    rm -f "$report_text" "$work/wbt"
    "$wbtrace" --dev "$name" --report "$report_text" --record "$work/wbt" 2>"$output" &
    tracer=$!
    # The recording is there when counting has begun.
    expect_true "it traces" eventually [ -s "$work/wbt" ]
    kill "-$1" "$tracer"
    wait "$tracer" || status=$?
    expect_equal "exit status" "$status" 0
    expect_text "the report" "$report_text" "$name"
}

# Numbers of the programs and links that a process holds.
held() {
    cat "/proc/$1/fdinfo/"* 2>/dev/null | awk -v key="$2:" '$1 == key { print $2 }' | sort -u
}

none_left() {
    local kind=$1 id
    shift
    for id; do ! bpftool "$kind" show id "$id" >/dev/null 2>&1 || return 1; done
}

try_killed_tracer() {
    echo "---- kill -9 of wbtrace"
    local tracer pid programs links
    rm -f "$work/pid"
    # shellcheck disable=SC2016 # the inner shell's
    "$wbtrace" --report "$report_text" --dev "$name" -- \
        sh -c 'echo $$ >$1; exec sleep 1000' sh "$work/pid" >"$output" 2>&1 &
    tracer=$!
    expect_true "the command runs" eventually [ -s "$work/pid" ]
    pid=$(cat "$work/pid")
    mapfile -t programs < <(held "$tracer" prog_id)
    mapfile -t links < <(held "$tracer" link_id)
    expect_true "wbtrace holds ${#programs[@]} programs and ${#links[@]} links: more than 5" \
        [ ${#programs[@]} -gt 5 ]
    expect_true "bpftool knows them" bpftool prog show id "${programs[0]}"
    kill -KILL "$tracer"
    wait "$tracer" 2>/dev/null || true
    expect_true "no program is left" eventually none_left prog "${programs[@]}"
    [ ${#links[@]} = 0 ] || expect_true "no link is left" eventually none_left link "${links[@]}"
    expect_true "the command is not left stopped, its state is '$(state_of "$pid")'" \
        [ "$(state_of "$pid")" != T ]
    kill -TERM "$pid" 2>/dev/null || true
    expect_true "the command obeys SIGTERM" eventually is_gone "$pid"
}

# try_closed_pipe WHAT OPTIONS READER: the reader may leave before all was written.
try_closed_pipe() {
    local what=$1 options=$2 reader=$3 statuses
    echo "---- stdout into $what"
    # shellcheck disable=SC2086 # the options are words
    statuses=$(
        set +e
        "$wbtrace" $options --dev "$name" -- dd if=/dev/zero of="$device" bs=4k count=7 \
            oflag=direct status=none 2>"$output" | $reader >"$work/read"
        echo "${PIPESTATUS[*]}"
    )
    expect_equal "exit statuses" "$statuses" "0 0"
    expect_equal "complaints" "$(cat "$output")" ""
}

ended_by() {
    kill "-$1" "$2" 2>/dev/null || true
    is_gone "$2"
}

# try_full_pipe SIGNAL WORD...: the reader lives and does not read.
try_full_pipe() {
    local signal=$1 pid ended=0
    shift
    echo "---- $signal while writing into a pipe that nobody reads: $*"
    rm -f "$work/fifo"
    mkfifo "$work/fifo"
    exec 7<>"$work/fifo"
    dd if=/dev/zero of="$work/fifo" bs=4k oflag=nonblock status=none 2>/dev/null || true
    "$wbtrace" "$@" >"$work/fifo" 2>&1 7>&- &
    pid=$!
    sleep 2
    expect_true "it waits for the reader" [ -e "/proc/$pid" ]
    # On a slow machine the first may come before the report.
    expect_true "it is gone" eventually ended_by "$signal" "$pid"
    wait "$pid" || ended=$?
    expect_equal "exit status" "$ended" $((128 + $(kill -l "$signal")))
    exec 7>&-
}

# Each closed stream in which there was something to say.
try_closed_streams() {
    echo "---- closed streams"
    local verb
    for verb in --help --version doctor "completion bash" "--duration 0.1 --json -" \
        "--duration 0.1 --report -"; do
        status=0
        # shellcheck disable=SC2086 # words
        "$wbtrace" $verb >&- 2>"$output" || status=$?
        expect_equal "exit status of '$verb' without stdout" "$status" 1
        expect_text "what is said" "$output" "stdout is closed"
    done
    status=0
    "$wbtrace" -- touch "$work/was-run" 2>&- || status=$?
    expect_equal "exit status without stderr" "$status" 125
    expect_true "the command was not run" [ ! -e "$work/was-run" ]
    status=0
    "$wbtrace" --report "$report_text" --dev "$name" -- true >&- 2>&- <&- || status=$?
    expect_equal "exit status when nothing goes to them" "$status" 0
}

try_waiting_for_reader() {
    echo "---- a FIFO that nobody reads yet"
    local tracer
    rm -f "$work/fifo"
    mkfifo "$work/fifo"
    "$wbtrace" --flame "dirty=$work/fifo" --report "$report_text" --dev "$name" --settle 0 -- \
        dd if=/dev/zero of="$device" bs=4k count=3 status=none 2>"$output" &
    tracer=$!
    expect_true "it is said" eventually grep -q "waiting for a reader of" "$output"
    expect_true "a reader gets it all" grep -q '^dd;' "$work/fifo"
    wait "$tracer" || failed "the trace exits $?"
    # Who reads already must not see the file end before it begins.
    cat "$work/fifo" >"$work/read" &
    sleep 0.3
    "$wbtrace" --flame "dirty=$work/fifo" --report "$report_text" --dev "$name" --settle 0 -- \
        dd if=/dev/zero of="$device" bs=4k count=3 status=none 2>"$output"
    wait "$!"
    expect_true "who read before gets it all" grep -q '^dd;' "$work/read"
    expect_no_text "what is said" "$output" "waiting"
}

try_nothing_written() {
    echo "---- runs that fail before there is anything to write"
    echo old >"$work/old"
    status=0
    "$wbtrace" --flame "cpu=$work/new.svg" --json "$work/new.json" --report "$work/old" -- \
        /absent/command 2>"$output" || status=$?
    expect_equal "exit status" "$status" 127
    expect_true "no new file is left" test ! -e "$work/new.svg" -a ! -e "$work/new.json"
    expect_equal "what was there" "$(cat "$work/old")" old
}

try_same_output() {
    echo "---- two reports to one place"
    ln -sf report.one "$work/report.two"
    status=0
    "$wbtrace" --duration 0.1 --report "$work/report.one" --json "$work/report.two" \
        2>"$output" || status=$?
    expect_equal "exit status for one file with two names" "$status" 1
    expect_text "what is said" "$output" "name the same file"
    status=0
    "$wbtrace" --duration 0.1 --report - --json - >/dev/null 2>"$output" || status=$?
    expect_equal "exit status for stdout" "$status" 1
    status=0
    "$wbtrace" --duration 0.1 --report /dev/null --json /dev/null 2>"$output" || status=$?
    expect_equal "exit status for /dev/null" "$status" 0
}

try_ctrl_c
for signal in HUP QUIT TERM ALRM USR1 USR2; do
    try_passed_on "$signal"
    try_end_of_trace "$signal"
done
try_full_pipe INT --report - --duration 0.1 --dev "$name"
try_full_pipe TERM --report - --dev "$name" -- true
try_full_pipe INT --dev no-such-device
try_closed_streams
try_same_output
try_waiting_for_reader
try_nothing_written
try_killed_tracer
try_closed_pipe "head -1" "--report -" "head -n 1"
expect_equal "lines that head read" "$(wc -l <"$work/read")" 1
try_closed_pipe "nobody" "--report -" true
try_closed_pipe "nobody, as JSON" "--json - --report /dev/null" true
finish
