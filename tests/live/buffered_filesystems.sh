#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# Buffered writes that nobody syncs: wbtrace waits until they have reached the device, and charges
# them to the command although kernel workers issued them. All filesystems in one run, since the
# kernel takes its time.
# shellcheck source=tests/live/live.sh
. "$(dirname "$0")/live.sh"

count=$(mib 67)
types=() files=() devices=()

add_filesystem() {
    local type=$1
    command -v "mkfs.$type" >/dev/null ||
        { leave_out "$type: mkfs.$type is not installed"; return; }
    modprobe -q "$type" 2>/dev/null || true
    grep -qw "$type" /proc/filesystems || { leave_out "$type: not in this kernel"; return; }
    make_loop 384
    make_filesystem "$type"
    # Its metadata is only clean after a commit: every 30 s, too long for a guest.
    [ "$type" != btrfs ] || [ -z "${WBTRACE_TEST_IN_GUEST:-}" ] ||
        mount -o remount,commit=1 "$mounted"
    types+=("$type") files+=("$mounted/f") devices+=("$name")
}

for type in ${WBTRACE_TEST_FILESYSTEMS:-ext4 xfs btrfs}; do add_filesystem "$type"; done
[ ${#types[@]} -gt 0 ] || skip "there is no filesystem to try"
if [ -n "${WBTRACE_TEST_IN_GUEST:-}" ]; then
    write_kernel_file /proc/sys/vm/dirty_expire_centisecs 200
    write_kernel_file /proc/sys/vm/dirty_writeback_centisecs 100
fi

options=()
for name in "${devices[@]}"; do options+=(--dev "$name"); done
members=("${devices[@]:1}")
# shellcheck disable=SC2016 # the inner shell's
traced "${devices[0]}" "${options[@]:2}" -- sh -c '
    count=$1; shift
    for file; do dd if=/dev/zero of="$file" bs=1M count=$count; done' sh "$count" "${files[@]}"
expect_status 0

for i in "${!types[@]}"; do
    echo "---- ${types[i]}"
    expect_claims "${devices[i]}" written=$((count << 20)) <<'CLAIMS'
write.bytes >= written
scope.bytes >= written
scope.while_running.write.bytes + scope.after_end.write.bytes >= written
scope.bytes <= device.bytes
write.bytes <= 512 * stat.write_sectors                   # it may write on after the trace
512 * stat.write_sectors <= write.bytes + (8 << 20)
write.requests > 0
write.request_size.count > 0
write.request_size.max >= 65536
write.d2c.sum > 0
write.q2c.sum >= write.d2c.sum
bios.queued > 0
bios.queued_bytes >= written
device.queue_depth.count == sum(device.by_op[op].requests for op in device.by_op)
CLAIMS
    expect_text "the report" "$report_text" "${devices[i]}"
done

echo "---- all"
expect_claims - written=$((${#types[@]} * count << 20)) <<'CLAIMS'
report.run.settled == True
report.run.unsettled_files == 0
report.run.wall_ns > 0
report.run.sys_ns > 0
report.run.settle_ns > 0
report.writeback.works > 0
any(row.pages > 0 for row in report.writeback.by_reason) == True
report.writeback.pages_written > 0        # of large folios, some kernels count only one page
report.page_cache.command.dirtied.pages * report.host.page_bytes >= written
report.page_cache.command.added.pages * report.host.page_bytes >= written
report.page_cache.dirtied.pages >= report.page_cache.command.dirtied.pages
report.capture.events > 0
unexplained_nulls == []
# Their own commits go on, of those that nobody waits for.
lost == report.capture.lost.in_flight_at_end
CLAIMS
finish
