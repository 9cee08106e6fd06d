#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# The live view beside `wbtrace INTERVAL`, over three writers on two loop devices: one fast, one
# held back by a strict limit of its device, one that calls fsync all the time. All intervals of
# both add up to the same, and to what the devices and the writers count themselves.
# shellcheck disable=SC2317 # functions that are called by name
# shellcheck source=tests/live/live.sh
. "$(dirname "$0")/live.sh"

view=$work/view system=$work/system
blocks=$(mib 96)
syncs=$((307 / ${WBTRACE_TEST_SCALE:-1} | 1))

# Two file systems; the second one's device may hold few dirty pages.
make_disks() {
    make_loop 512
    make_filesystem ext4
    fast=$mounted disks=$name
    make_loop 256
    make_filesystem ext4
    slow=$mounted disks=$disks,$name
    local bdi
    bdi=/sys/class/bdi/$(cat "/sys/class/block/$name/dev")
    [ -e "$bdi/max_bytes" ] || skip "this kernel has no bdi max_bytes to hold a writer back"
    later write_kernel_file "$bdi/max_ratio" 100
    later write_kernel_file "$bdi/strict_limit" 0
    write_kernel_file "$bdi/strict_limit" 1
    write_kernel_file "$bdi/max_bytes" 4194304
}

lines() { { wc -l <"$1"; } 2>/dev/null || echo 0; }

# wait_for_more FILE...: two intervals more of each, within a minute.
wait_for_more() {
    local file i wanted
    for file; do
        wanted=$(($(lines "$file") + 2))
        for ((i = 0; i < 600; i++)); do
            [ "$(lines "$file")" -ge "$wanted" ] && continue 2
            sleep 0.1
        done
        failed "$file has $(lines "$file") intervals, not $wanted"
    done
}

begin_traces() {
    "$wbtrace" top --json "$view" --batch --sync-calls --dev "$disks" --interval 0.5 \
        >"$work/text" 2>"$output" &
    top=$!
    "$wbtrace" --json "$system" --report /dev/null --sync-calls --dev "$disks" 1 2>>"$output" &
    beside=$!
    wait_for_more "$view" "$system"
}

end_traces() {
    sync -f "$fast"
    sync -f "$slow"
    for disk in ${disks//,/ }; do wait_until_idle "$disk"; done
    kill -INT "$top" "$beside"
    wait "$top" || failed "top ended with $?"
    wait "$beside" || failed "wbtrace 1 ended with $?"
}

write_all() {
    dd if=/dev/zero of="$fast/fast" bs=1M count="$blocks" status=none &
    fast_pid=$!
    dd if=/dev/zero of="$slow/held" bs=64k count=$((blocks * 8)) status=none &
    held_pid=$!
    python3 "$here/sync_writes.py" "$fast/log" fsync "$syncs" 8192 &
    syncing_pid=$!
    wait "$fast_pid" "$held_pid" "$syncing_pid"
}

# of_view FILTER: of the sum over all intervals, see same_totals.py.
of_view() { jq -r "$1" "$work/sums"; }

expect_writers() {
    expect_equal "bytes dirtied by the fast one" \
        "$(of_view ".processes[\"$fast_pid\"].dirtied_bytes")" $((blocks << 20))
    expect_equal "by the one held back" \
        "$(of_view ".processes[\"$held_pid\"].dirtied_bytes")" $((blocks << 19))
    expect_equal "by the one that syncs" \
        "$(of_view ".processes[\"$syncing_pid\"].dirtied_bytes >= $((syncs * 8192))")" true
    expect_equal "its calls" "$(of_view ".processes[\"$syncing_pid\"].fsyncs")" "$syncs"
    expect_equal "their times" "$(of_view ".processes[\"$syncing_pid\"][\"fsync.count\"]")" "$syncs"
    expect_equal "the one held back was" \
        "$(of_view ".processes[\"$held_pid\"].throttle_ns > 0")" true
    expect_equal "p99 where there were calls" "$(jq -s --argjson pid "$syncing_pid" '
        [.[].processes[] | select(.pid == $pid and .fsyncs > 0) | .fsync.p99 > 0] | all' \
        "$view")" true
    expect_equal "devices are busy at most all the time" \
        "$(jq -s '[.[].devices[].utilization | . >= 0 and . <= 1] | all' "$view")" true
    expect_equal "and were busy" "$(jq -s '[.[].devices[].busy_ns] | add > 0' "$view")" true
    expect_equal "pages of the machine are told" \
        "$(jq -s '[.[].host.page_state.thresh_pages > 0] | all' "$view")" true
    expect_equal "how many wait now is told" \
        "$(jq -s '[.[].throttle.throttled_now >= 0] | all' "$view")" true
}

make_disks
# Who looks at new devices and file systems, wbtrace among them, does so before.
! command -v udevadm >/dev/null || udevadm settle
"$wbtrace" --dev "$disks" --json /dev/null --report /dev/null 0.2 1
for disk in ${disks//,/ }; do wait_until_idle "$disk"; done
for disk in ${disks//,/ }; do cat "/sys/class/block/$disk/stat"; done >"$work/before"
begin_traces
write_all
end_traces
for disk in ${disks//,/ }; do cat "/sys/class/block/$disk/stat"; done >"$work/after"
expect_equal "figures that are not the same" \
    "$(python3 "$here/same_totals.py" "$view" "$system" "$work/sums" "$disks" \
        "$work/before" "$work/after" "$fast_pid" "$held_pid" "$syncing_pid" 2>&1)" "none"
expect_writers
expect_equal "what was said" "$(cat "$output")" ""
finish
