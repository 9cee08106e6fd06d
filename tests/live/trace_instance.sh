# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# shellcheck disable=SC2154,SC2034 # shared with live.sh, which sources this
#
# An independent witness: a tracefs instance of the test's own records chosen events while wbtrace
# runs. The kernel's own tracing counts what it lost, so that its count can be trusted.
tracefs='' instance=''

# Sets `tracefs`; mounts it for the time of the test when it is not mounted.
find_tracefs() {
    tracefs=$(findmnt -n -o TARGET -t tracefs | head -n 1)
    [ -z "$tracefs" ] || return 0
    tracefs=$work/tracefs
    mkdir -p "$tracefs"
    mount -t tracefs tracefs "$tracefs" || skip "tracefs cannot be mounted"
    later umount "$tracefs"
}

# record_events FILTER GROUP/EVENT...: starts to record; FILTER is the kernel's, may be empty.
# An event that this kernel does not have is left out of the recording.
record_events() {
    local filter=$1 event
    shift
    instance=$tracefs/instances/wbtrace-live-$$-$RANDOM
    mkdir "$instance"
    later remove_instance "$instance"
    echo "${WBTRACE_TEST_TRACE_KIB:-32768}" >"$instance/buffer_size_kb"
    echo 0 >"$instance/options/overwrite"
    for event in "$@"; do
        [ -d "$instance/events/$event" ] || continue
        [ -z "$filter" ] || echo "$filter" >"$instance/events/$event/filter"
        echo 1 >"$instance/events/$event/enable"
    done
    echo 1 >"$instance/tracing_on"
}

# record_also FILTER GROUP/EVENT: one more into a recording that has begun.
record_also() {
    echo "$1" >"$instance/events/$2/filter"
    echo 1 >"$instance/events/$2/enable"
}

# stop_recording: what was recorded is in $work/events.
stop_recording() {
    echo 0 >"$instance/tracing_on"
    cat "$instance/trace" >"$work/events"
    local lost
    lost=$(awk '/^(overrun|dropped events):/ { sum += $NF } END { print sum + 0 }' \
        "$instance"/per_cpu/cpu*/stats)
    [ "$lost" = 0 ] || failed "the witness itself lost $lost events; its buffer is too small"
}

# shellcheck disable=SC2317 # called at the end
remove_instance() {
    [ -d "$1" ] || return 0
    echo 0 >"$1/tracing_on"
    echo 0 >"$1/events/enable"
    rmdir "$1"
}
