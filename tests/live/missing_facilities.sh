#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# What is missing costs its own figures and nothing else: without tracefs and debugfs nothing is
# lost; without one tracepoint its figure is null, with a reason, and doctor says the same.
# shellcheck disable=SC2317 # functions that are called by name
# shellcheck source=tests/live/live.sh
. "$(dirname "$0")/live.sh"
need unshare
make_disk 64
write=(dd if=/dev/zero of="$device" bs=64k count=67 oflag=direct)

# In a mount namespace of its own: nothing changes for the rest of the machine.
without_tracing_files() {
    # shellcheck disable=SC2016 # the inner shell's
    unshare --mount --propagation private bash -c '
        for type in tracefs debugfs; do
            for folder in $(findmnt -n -o TARGET -t $type | tac); do umount -l "$folder"; done
        done
        [ -z "$(findmnt -n -t tracefs,debugfs)" ] || { echo "they are still mounted"; exit 99; }
        exec "$@"' bash "$@"
}

try_unmounted() {
    echo "---- tracefs and debugfs unmounted"
    local tracer=$wbtrace
    run_without() { without_tracing_files "$tracer" "$@"; }
    wbtrace=run_without
    traced "$name" -- "${write[@]}"
    wbtrace=$tracer
    expect_status 0
    expect_claims "$name" <<CLAIMS
write.bytes == 67 * 65536
scope.bytes == 67 * 65536
[probe.name for probe in report.capture.probes if not probe.attached] == $absent
unexplained_nulls == []
$exact_claims
CLAIMS
    status=0
    without_tracing_files "$wbtrace" doctor >"$output" 2>&1 || status=$?
    expect_equal "exit status of doctor" "$status" 0
    expect_text "doctor" "$output" "tracefs"
}

# try_masked TRACEPOINT CLAIM: the claim says which figure is null without it, if one is.
try_masked() {
    echo "---- $1 masked"
    traced "$name" --pretend-missing "$1" -- "${write[@]}"
    expect_status 0
    expect_claims "$name" <<CLAIMS
[probe.attached for probe in report.capture.probes if probe.name == "$1"] == [False]
[bool(probe.why_not) for probe in report.capture.probes if probe.name == "$1"] == [True]
$2
write.bytes == 67 * 65536
scope.bytes == 67 * 65536
write.requests == stat.write_ios
lost == 0
unexplained_nulls == []
CLAIMS
    status=0
    "$wbtrace" doctor --pretend-missing "$1" >"$output" 2>&1 || status=$?
    expect_equal "exit status of doctor" "$status" 0
    expect_equal "what doctor names as not available" \
        "$(sed -n '/not available:/,/^[a-z]/p' "$output" | grep -oE "^ +$1\$" | tr -d ' ')" "$1"
}

# Not every kernel has every tracepoint: what is absent anyway is no effect of the test.
traced "$name" -- "${write[@]}"
absent=$(figures "$name" '[probe.name for probe in report.capture.probes if not probe.attached]')
echo "absent on this kernel: $absent"

try_unmounted
# What each tracepoint costs when it is missing.
costs=(
    "block_bio_queue bios.queued == None"
    "block_rq_insert"
    "block_rq_merge request_merges == None"
    "block_bio_backmerge bios.back_merged == None"
    "block_split bios.split == None"
    "block_unplug device.plug == None"
    "writeback_start report.writeback == None"
    "balance_dirty_pages report.throttle == None"
    "bdi_dirty_ratelimit report.throttle.ratelimits == None"
    "mm_filemap_add_to_page_cache report.page_cache.added == None"
    "sched_process_exec"
)
for cost in "${costs[@]:0:${WBTRACE_TEST_MASKED:-99}}"; do
    tracepoint=${cost%% *}
    try_masked "$tracepoint" "${cost#"$tracepoint"}"
done

echo "---- block_rq_issue masked: run mode rests on it"
status=0
"$wbtrace" doctor --pretend-missing block_rq_issue >"$output" 2>&1 || status=$?
expect_equal "exit status of doctor" "$status" 3
expect_text "doctor" "$output" block_rq_issue

echo "---- few open files are allowed"
for limit in 8 12 40 56 80; do
    status=0
    (ulimit -n "$limit" && exec "$wbtrace" --report /dev/null -- true) >"$output" 2>&1 || status=$?
    expect_equal "exit status with $limit" "$status" 125
    expect_text "what is said" "$output" "ulimit -n"
    expect_equal "lines that are said" "$(wc -l <"$output")" 1
done

echo "---- a tracepoint that there is no probe for"
for verb in doctor "--duration 0.1"; do
    status=0
    # shellcheck disable=SC2086 # words
    "$wbtrace" $verb --pretend-missing no_such_probe >"$output" 2>&1 || status=$?
    expect_true "exit status $status is a failure" [ "$status" != 0 ]
    expect_text "what is said" "$output" "no probe called 'no_such_probe'"
    expect_equal "lines that are said" "$(wc -l <"$output")" 1
done
finish
