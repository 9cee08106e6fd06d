# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# What a test sets up is undone in the reverse order, also when it fails or is interrupted.
undo=()

# later COMMAND...: to be run at the end, or by an earlier undo_to.
later() { undo+=("$(printf '%q ' "$@")"); }

# undo_to NUMBER: runs what was added since there were NUMBER entries.
undo_to() {
    local kept=$1 failed=0 i
    for ((i = ${#undo[@]} - 1; i >= kept; i--)); do
        eval "${undo[i]}" || {
            echo "FAILED: cleaning up: ${undo[i]}"
            failed=1
        }
        unset 'undo[i]'
    done
    return $failed
}

# shellcheck disable=SC2317 # called by the trap
clean_up_and_exit() {
    local status=$?
    trap '' INT TERM HUP
    undo_to 0 || [ "$status" != 0 ] || status=1
    exit "$status"
}
trap clean_up_and_exit EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP
