#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# Two runs with merging against two without it: the comparison names the setting and the stage. And
# what must not be compared is refused.
# shellcheck source=tests/live/live.sh
. "$(dirname "$0")/live.sh"
need jq

# run_twice LABEL: $work/LABEL.{1,2}.{json,wbt}
run_twice() {
    local i
    for i in 1 2; do
        traced "$name" --record "$work/$1.$i.wbt" -- \
            dd if=/dev/zero of="$device" bs=1M count="$(mib 64)" conv=notrunc,fsync status=none
        expect_status 0
        mv "$report" "$work/$1.$i.json"
    done
}

# compare WORD...: into $output; what is said into $work/talk.
compare() {
    status=0
    "$wbtrace" compare "$@" >"$output" 2>"$work/talk" || status=$?
}

# expect_refusal WHAT TEXT WORD...
expect_refusal() {
    compare "${@:3}"
    expect_equal "$1: status" "$status" 1
    expect_equal "$1: lines" "$(grep -c . "$work/talk")" 1
    expect_text "$1" "$work/talk" "$2"
    expect_equal "$1: output" "$(grep -c . "$output" || true)" 0
}

try_without_merges() {
    echo "---- merging against none"
    compare "$work"/base.?.json --against "$work"/bare.?.json
    expect_equal "status" "$status" 0
    expect_text "settings that differ" "$output" 'devices[0].queue.nomerges: 0 -> 2'
    sed 's/^/    /' "$output"
    compare "$work"/base.?.json --against "$work"/bare.?.json --layout json
    # What follows from small requests may be significant, too, or not.
    expect_equal "the stages that moved" "$(jq -c '[.why[0].stages[].stage | select(test(
            "plugging|queue|device|CPU") | not)]' "$output")" '["merging","write size"]'
    expect_equal "the first one" "$(jq -r '.why[0].stages[0].stage' "$output")" merging
    expect_equal "differences" "$(jq -c '[.differences[].setting]' "$output")" \
        '["devices[0].queue.nomerges"]'
    expect_equal "dirty throttling did not move" \
        "$(jq '[.why[0].insignificant[] | select(. == "dirty throttling")] | length' "$output")" 1
    compare "$work"/base.?.json --against "$work"/bare.?.json --layout json \
        --metric 'devices[0].by_op.write.requests'
    expect_equal "values by path" "$(jq -c '[.rows[0].groups[].values[]]' "$output")" \
        "$(jq -s -c '[.[].devices[0].by_op.write.requests]' \
            "$work"/base.?.json "$work"/bare.?.json)"
}

try_recordings() {
    echo "---- recordings give what their reports give"
    compare "$work"/base.?.json --against "$work"/bare.?.json --layout json
    jq '.rows, .why, .differences' "$output" >"$work/of_reports"
    compare "$work"/base.?.wbt --against "$work"/bare.?.wbt --layout json
    expect_equal "status" "$status" 0
    jq '.rows, .why, .differences' "$output" >"$work/of_recordings"
    expect_true "both are the same" cmp "$work/of_reports" "$work/of_recordings"
}

try_by_setting() {
    echo "---- groups by a setting, whole histograms"
    compare "$work"/base.?.json --against "$work"/bare.?.json --layout json
    jq '[.rows[] | .groups[].values]' "$output" >"$work/of_against"
    compare "$work"/base.?.json "$work"/bare.?.json --by 'devices[0].queue.nomerges' --layout json
    expect_equal "groups" "$(jq -c .groups "$output")" '["0","2"]'
    jq '[.rows[] | .groups[].values]' "$output" >"$work/of_by"
    expect_true "the same values" cmp "$work/of_against" "$work/of_by"
    expect_true "sizes have moved" \
        jq -e '.histograms[] | select(.histogram == "write_size") | .distance_octaves > 1' "$output"
    compare "$work"/base.?.json --against "$work"/bare.?.json --layout histogram
    expect_text "the table" "$output" "write_size (KiB): sizes of write requests; distance"
}

try_alike() {
    echo "---- nothing differs"
    compare "$work"/base.?.json --against "$work"/base.?.json --layout json
    expect_equal "reasons" "$(jq -c .why "$output")" "[]"
    expect_equal "distances" "$(jq '[.histograms[].distance_octaves] | max' "$output")" 0
    compare "$work/base.1.json" --against "$work/base.2.json"
    expect_text "one run a side" "$output" "1 run: no test"
}

try_folders() {
    echo "---- folders"
    local folder
    for folder in a-1-old:100 a-1-new:90 b-1-old:50 b-1-new:60; do
        mkdir "$work/${folder%:*}"
        echo "${folder#*:}" >"$work/${folder%:*}/write_bw"
    done
    (cd "$work" && "$wbtrace" compare --by-suffix old,new ./?-1-*/) >"$output" 2>"$work/talk"
    expect_equal "pair" "$(tail -n 3 "$output")" "\
                  100.00       -10.0%        90.00  ./a-1-old
                   50.00       +20.0%        60.00  ./b-1-old
                  150.00        +0.0%       150.00  TOTAL write_bw"
    expect_text "no test" "$work/talk" "1 run: no test"
}

try_refusals() {
    echo "---- refusals"
    local base=$work/base.1.json
    jq '.capture.lost.ring_full = .capture.events' "$base" >"$work/lossy.json"
    expect_refusal "losses" "lost 50.0 % of its records" "$base" --against "$work/lossy.json"
    compare "$base" --against "$work/lossy.json" --force
    expect_equal "with --force: status" "$status" 0
    expect_text "with --force" "$work/talk" "records were lost"
    expect_refusal "mixed" "is a folder of numbers" "$base" --against "$work/a-1-old"
    jq '.schema = "wbtrace.report/9"' "$base" >"$work/later.json"
    expect_refusal "schema" "wbtrace.report/9" "$base" --against "$work/later.json"
    expect_refusal "absent" "No such file" "$base" --against "$work/absent"
    head -c 3000 "$base" >"$work/cut.json"
    expect_refusal "cut" "is no JSON report" "$base" --against "$work/cut.json"
    expect_refusal "no such metric" "no run has the metric" "$base" --against "$base" \
        --metric nosuch
    expect_refusal "a histogram" "is a histogram" "$base" --against "$base" \
        --metric 'devices[0].by_op.write.d2c'
    jq '.devices[0].name = "other" | .run.settled = false' "$base" >"$work/other.json"
    compare "$base" --against "$work/other.json"
    expect_text "another device" "$work/talk" "traced other devices"
    expect_text "unsettled" "$work/talk" "still dirty"
}

make_disk 256
run_twice base
set_kernel_file "/sys/block/$name/queue/nomerges" 2
run_twice bare
try_without_merges
try_recordings
try_by_setting
try_alike
try_folders
try_refusals
finish
