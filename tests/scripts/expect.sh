# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# Sourced by the tests of this folder.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0 expectations=0

# expect STATUS TEXT COMMAND...: it exits so, and its output has the text.
expect() {
    local wanted=$1 text=$2 status=0
    shift 2
    "$@" >"$work/output" 2>&1 || status=$?
    expectations=$((expectations + 1))
    if [ "$status" != "$wanted" ] ||
        { [ -n "$text" ] && ! grep -qF -- "$text" "$work/output"; }; then
        echo "FAILED: expected status $wanted and '$text', got status $status of: $*"
        cat "$work/output"
        failures=$((failures + 1))
    fi
}

finish() {
    echo "$expectations expectations, $failures failed"
    [ "$failures" = 0 ] && [ "$expectations" -gt 0 ]
}
