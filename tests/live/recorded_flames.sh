#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# Flame graphs of a recording are those that the live trace drew, to the byte; what a recording
# lacks is said, with what to do.
# shellcheck source=tests/live/live.sh
. "$(dirname "$0")/live.sh"
make_disk 512
make_filesystem ext4
recording=$work/run.wbt
shown=$work/shown
mkdir "$shown"

# live_pictures FORMAT: options for one of each kind, in that format.
live_pictures() {
    local kind
    pictures=()
    for kind in throttle offcpu offcpu:lock cpu lock io io:requests io:latency dirty; do
        pictures+=(--flame "$kind=$shown/$kind.$1")
    done
}

# expect_drawn FORMAT: each from the recording is what the live trace wrote.
expect_drawn() {
    local live kind
    for live in "$shown"/*."$1"; do
        kind=$(basename "$live" ".$1")
        expect_true "flame $kind" "$wbtrace" flame "$kind" -o "$work/drawn.out" \
            --format "${2:-folded}" "$recording"
        expect_true "$kind as $1: the same bytes" cmp "$live" "$work/drawn.out"
    done
    rm "$shown"/*
}

try_same() {
    echo "---- the same pictures: $1"
    local format
    for format in folded svg json; do
        live_pictures "$format"
        traced "$name" --record "$recording" "${pictures[@]}" --settle 0 "${@:2}"
        expect_status 0
        expect_true "some stacks were seen" grep -q dd "$shown/offcpu.$format"
        case $format in
        json) expect_drawn "$format" speedscope ;;
        *) expect_drawn "$format" "$format" ;;
        esac
    done
    expect_true "every checksum is right" "$wbtrace" inspect --verify "$recording"
}

try_intervals() {
    echo "---- the system, with intervals"
    live_pictures folded
    dd if=/dev/zero of="$mounted/g" bs=64k count=50 conv=fsync status=none &
    expect_true "a trace of the system" "$wbtrace" --dev "$name" --record "$recording" \
        --report /dev/null "${pictures[@]}" 0.3 3
    wait "$!"
    expect_drawn folded
}

# expect_refused WHAT REMEDY WORD...: one line, and no file is left.
expect_refused() {
    status=0
    "$wbtrace" flame "${@:3}" -o "$work/none" >"$output" 2>&1 || status=$?
    expect_equal "$1: status" "$status" 1
    expect_equal "$1: lines" "$(grep -c . "$output")" 1
    expect_text "$1: the remedy" "$output" "$2"
    expect_true "$1: no file" test ! -e "$work/none"
}

try_without_pictures() {
    echo "---- a recording that was made without pictures"
    traced "$name" --record "$recording" --settle 0 -- \
        dd if=/dev/zero of="$mounted/h" bs=64k count=50 conv=fsync status=none
    "$wbtrace" flame offcpu "$recording" >"$work/waits.folded" 2>"$output"
    expect_text "what it lacks" "$output" "functions of programs are not in it"
    # Each in whole µs, so together at most one less.
    local waits us
    waits=$(jq '.time_budget.parts | [.[]] | add' "$report")
    waits=$((waits - $(jq '.time_budget.parts | .cpu_user + .cpu_kernel + .runnable' "$report")))
    us=$(awk '{ total += $NF } END { print total }' "$work/waits.folded")
    expect_equal "µs of waits, as in the time budget" "$us" $((waits / 1000))
    expect_refused "a kind that was not followed" "--flame throttle=FILE" throttle "$recording"
    expect_refused "a kind with a colon" "--flame io:latency=FILE" io:latency "$recording"
    expect_refused "of which kind" "--diff KIND BASE NEW" --diff "$recording" "$recording"
    "$wbtrace" --dev "$name" --duration 0.2 --record "$work/system.wbt" --report /dev/null
    expect_refused "a system without a budget" "--time-budget" offcpu "$work/system.wbt"
    head -c -3000 "$recording" >"$work/cut.wbt"
    expect_refused "one that was not ended" "Ctrl-C" offcpu "$work/cut.wbt"
    local before
    before=$(cksum <"$recording")
    status=0
    "$wbtrace" flame offcpu "$recording" -o "$recording" >"$output" 2>&1 || status=$?
    expect_equal "the recording as the output: status" "$status" 1
    expect_equal "the recording" "$(cksum <"$recording")" "$before"
}

try_last_part() {
    echo "---- the last part of a trace"
    traced "$name" --record "$recording" --keep 200ms --flame "offcpu=$work/offcpu.folded" \
        --settle 0 -- sh -c "for i in 1 2 3 4 5 6 7 8; do
            dd if=/dev/zero of='$mounted/h' bs=4k count=50 conv=fsync status=none; sleep 0.3; done"
    "$wbtrace" flame offcpu "$recording" >"$work/drawn.out" 2>"$output"
    expect_text "what is said" "$output" "of the whole trace"
    expect_true "the same bytes" cmp "$work/offcpu.folded" "$work/drawn.out"
    rm "$work/offcpu.folded"
}

try_difference() {
    echo "---- two recordings compared"
    local count
    for count in 30 70; do
        "$wbtrace" --dev "$name" --record "$work/$count.wbt" --settle 0 --report /dev/null \
            --flame "dirty=$work/$count.folded" -- \
            dd if=/dev/zero of="$mounted/$count" bs=64k count="$count" status=none 2>/dev/null
    done
    "$wbtrace" flame dirty --diff "$work/30.wbt" "$work/70.wbt" >"$work/records.diff" 2>"$output"
    "$wbtrace" flame --diff "$work/30.folded" "$work/70.folded" >"$work/text.diff" 2>"$work/talk"
    expect_true "recordings and folded files give the same" \
        cmp "$work/records.diff" "$work/text.diff"
    expect_text "the unit of recordings is known" "$output" "pages in"
    "$wbtrace" flame dirty --diff "$work/30.folded" "$work/70.wbt" >"$work/mixed.diff" 2>/dev/null
    expect_true "one of each gives the same" cmp "$work/mixed.diff" "$work/text.diff"
    rm "$work"/??.folded
}

need jq
try_same "one process" -- dd if=/dev/zero of="$mounted/f" bs=64k count=101 conv=fsync status=none
try_same "threads, and processes that are gone" --threads -- sh -c "for i in 1 2 3; do
    dd if=/dev/zero of='$mounted/f'\$i bs=64k count=31 conv=fsync status=none; done"
try_intervals
try_without_pictures
try_last_part
try_difference
finish
