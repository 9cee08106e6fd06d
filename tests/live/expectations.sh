# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# Each expectation prints what was compared; `finish` ends the test with their verdict.
expectations=0 failures=0

skip() { echo "skip: $*"; exit 77; }

# leave_out REASON: for a part of a test; the rest goes on.
leave_out() { echo "skip: $*"; }

passed() {
    expectations=$((expectations + 1))
    echo "ok: $*"
}

failed() {
    expectations=$((expectations + 1))
    failures=$((failures + 1))
    echo "FAILED: $*"
}

# expect_equal WHAT GOT WANTED
expect_equal() {
    if [ "$2" = "$3" ]; then
        passed "$1: $2"
    else
        failed "$1: expected '$3', got '$2'"
    fi
}

# expect_true WHAT COMMAND...
expect_true() {
    local what=$1
    shift
    if "$@" >/dev/null 2>&1; then
        passed "$what"
    else
        failed "$what ('$*' does not hold)"
    fi
}

# expect_text WHAT FILE TEXT: the file has the text, taken literally.
expect_text() {
    if grep -qaF -- "$3" "$2"; then
        passed "$1 has '$3'"
    else
        failed "$1 lacks '$3':"
        sed 's/^/    /' "$2"
    fi
}

# expect_no_text WHAT FILE REGEX
expect_no_text() {
    if grep -qaP -- "$3" "$2"; then
        failed "$1 has what it must not have, /$3/:"
        grep -naP -- "$3" "$2" | head -n 5 | cat -v | sed 's/^/    /'
    else
        passed "$1 has nothing like /$3/"
    fi
}

finish() {
    echo "$expectations expectations, $failures failed"
    [ "$expectations" -gt 0 ] || exit 1
    [ "$failures" = 0 ] || exit 1
    exit 0
}
