#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# Waits for locks of the kernel: against the kernel's own events where it has them, else against
# the time budget, which tells them by where a task sleeps.
# shellcheck source=tests/live/live.sh
. "$(dirname "$0")/live.sh"
find_tracefs

append() {
    traced "$name" --settle 0 "$@" --flame "lock=$work/lock.folded" \
        --flame "offcpu:lock=$work/asleep.folded" -- \
        "$here/append_shared.py" "$mounted/shared" 4 37 $((2 << 20))
    expect_status 0
}

sum() { awk '{ total += $NF } END { printf "%d\n", total }' "$1"; }

# The stamps of both are taken one after the other, and those of tracefs are of whole µs.
try_events() {
    local waits ns us
    # One stamp for all CPUs, else waits that end on another one are wrong.
    record_events '' lock/contention_begin lock/contention_end
    echo mono >"$instance/trace_clock"
    append
    stop_recording
    read -r waits ns < <("$here/lock_witness.py" "$work/events" "$report")
    us=$(sum "$work/lock.folded")
    expect_true "$waits waits were seen: more than 20" test "$waits" -gt 20
    expect_true "$us µs, where the kernel's events are $((ns / 1000)) µs: 1% and 2 µs a wait" \
        test $(((us * 1000 - ns) * (us * 1000 > ns ? 1 : -1))) -le $((ns / 100 + 2000 * waits))
    expect_text "what they wait for" "$work/lock.folded" 'rwsem_down_write_slowpath_[k] '
}

# The title says what is shown instead.
try_sleeps() {
    append
    expect_text "what is shown" "$output" "lock.folded: time off the CPU: kernel lock"
    expect_true "it is what offcpu:lock shows" cmp "$work/lock.folded" "$work/asleep.folded"
}

make_disk 512
make_filesystem ext4
if [ -d "$tracefs/events/lock/contention_begin" ]; then
    try_events
else
    leave_out "events of locks: this kernel has none"
    try_sleeps
fi
expect_claims - us="$(sum "$work/asleep.folded")" <<'CLAIMS'
budget.parts.lock > 0
us == budget.parts.lock // 1000
CLAIMS
expect_text "who waits" "$work/asleep.folded" 'python3;'
expect_text "for what" "$work/asleep.folded" 'rwsem_down_write_slowpath_[k];'
append --comm nobody
expect_equal "waits of nobody" "$(sum "$work/lock.folded") $(sum "$work/asleep.folded")" "0 0"
finish
