#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# The exit status is the command's own, or says in the shell's words why there was none.
# shellcheck source=tests/live/live.sh
. "$(dirname "$0")/live.sh"
make_disk 64

try() {
    local what=$1 wanted=$2
    shift 2
    echo "---- $what"
    traced "$name" -- "$@"
    expect_equal "exit status" "$status" "$wanted"
}

try "a status of its own" 7 sh -c 'exit 7'
expect_claims - <<'CLAIMS'
report.run.exit_code == 7
report.run.signal == None
report.run.command == ["sh", "-c", "exit 7"]
unexplained_nulls == []
CLAIMS
expect_text "the report" "$report_text" "7"

try "death by a signal" 137 sh -c 'kill -KILL $$'
expect_claims - <<'CLAIMS'
report.run.exit_code == None
report.run.signal == 9
unexplained_nulls == []
CLAIMS
expect_text "the report" "$report_text" "SIGKILL"

try "no such command" 127 "$work/no-such-command"
expect_text "what is said" "$output" "no-such-command"
expect_equal "lines that are said" "$(wc -l <"$output")" 1

touch "$work/plain-file"
try "not executable" 126 "$work/plain-file"
expect_text "what is said" "$output" "plain-file"
expect_equal "lines that are said" "$(wc -l <"$output")" 1

echo "---- wbtrace itself cannot start"
status=0
"$wbtrace" --dev no-such-device -- touch "$work/was-run" >"$output" 2>&1 || status=$?
expect_equal "exit status" "$status" 125
expect_text "what is said" "$output" "no-such-device"
expect_text "the devices there are" "$output" "$name"
expect_equal "lines that are said" "$(wc -l <"$output")" 1
expect_true "the command was not run" [ ! -e "$work/was-run" ]

echo "---- stdin, stdout and stderr are the command's own"
status=0
echo in-put | "$wbtrace" --report "$report_text" --dev "$name" -- \
    sh -c 'cat; echo talk >&2; exit 3' >"$work/stdout" 2>"$work/stderr" || status=$?
expect_equal "exit status" "$status" 3
expect_equal "its stdout" "$(cat "$work/stdout")" "in-put"
expect_equal "its stderr" "$(cat "$work/stderr")" "talk"
"$wbtrace" --dev "$name" -- echo data >"$work/stdout" 2>"$work/stderr"
expect_equal "stdout without the report" "$(cat "$work/stdout")" "data"
expect_text "stderr" "$work/stderr" "$name"
finish
