#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# A task that dirties faster than its device may write is put to sleep: how often, how long, whom
# and by which limit, against the kernel's own events.
# shellcheck source=tests/live/live.sh
. "$(dirname "$0")/live.sh"
find_tracefs

count=$(mib 128)

# What holds whatever the limit is.
waits_are_exact='
report.throttle.exact.command.waits > 0
report.throttle.exact.command.waits == len(seen.pauses_ms)
report.throttle.exact.command.pause_ns == sum(seen.pauses_ms) * 10**6
report.throttle.exact.others.waits == 0
report.throttle.command.count == len(seen.pauses_ms)
report.throttle.command.sum == sum(seen.pauses_ms) * 10**6
report.throttle.command.max == max(seen.pauses_ms) * 10**6
report.throttle.calls >= seen.balance_dirty_pages
sorted(seen.commands_that_paused) == ["dd"]
[row.comm for row in report.throttle.by_process] == ["dd"]
report.throttle.by_process[0].in_scope == True
report.throttle.by_process[0].pause.sum == sum(seen.pauses_ms) * 10**6
[row.name for row in report.throttle.by_device] == [device.name]
report.throttle.by_device[0].pause.count == len(seen.pauses_ms)
report.throttle.thresh > 0
unexplained_nulls == []
lost == 0
'

write_throttled() {
    record_events "bdi == \"$number\"" writeback/balance_dirty_pages
    traced "$name" -- dd if=/dev/zero of="$device" bs=1M count="$count" conv=notrunc
    stop_recording
    expect_status 0
}

# The share of one device: strict, and tiny.
try_device_limit() {
    echo "---- limit of the device"
    local bdi=/sys/class/bdi/$number
    [ -e "$bdi/max_bytes" ] ||
        { leave_out "limit of the device: this kernel has no bdi max_bytes"; return; }
    later write_kernel_file "$bdi/max_ratio" 100
    later write_kernel_file "$bdi/strict_limit" 0
    write_kernel_file "$bdi/strict_limit" 1
    write_kernel_file "$bdi/max_bytes" $((4194304 / ${WBTRACE_TEST_SCALE:-1}))
    write_throttled
    expect_claims "$name" <<CLAIMS
$waits_are_exact
report.throttle.limit_hits.device == report.throttle.exact.command.waits
report.throttle.limit_hits["global"] == 0
report.throttle.limit_hits.memcg == 0
report.throttle.by_device[0].limit_hits.device == len(seen.pauses_ms)
budget.parts.throttle >= 0.9 * sum(seen.pauses_ms) * 10**6
report.throttle.wall_share == report.throttle.exact.command.pause_ns / report.run.wall_ns
CLAIMS
    expect_text "the report" "$report_text" device
}

# The limit of the whole system may only be changed in a guest.
try_global_limit() {
    echo "---- limit of the system"
    [ -n "${WBTRACE_TEST_IN_GUEST:-}" ] ||
        { leave_out "limit of the system: it would slow this machine; done in guests"; return; }
    later write_kernel_file /proc/sys/vm/dirty_ratio 20
    later write_kernel_file /proc/sys/vm/dirty_background_ratio 10
    write_kernel_file /proc/sys/vm/dirty_background_bytes 131072
    write_kernel_file /proc/sys/vm/dirty_bytes 262144
    write_throttled
    expect_claims "$name" <<CLAIMS
$waits_are_exact
report.throttle.limit_hits["global"] == report.throttle.exact.command.waits
CLAIMS
}

make_disk 512
number=$(cat "/sys/class/block/$name/dev")
kept=${#undo[@]}
try_device_limit
undo_to "$kept"
try_global_limit
finish
