#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# Where the time went, of workloads of which it is known. In each the parts are the wall time, of
# each process and of all.
# shellcheck disable=SC2317 # the cases are called by name
# shellcheck source=tests/live/live.sh
. "$(dirname "$0")/live.sh"
find_tracefs

parts_are_exact='
sum(parts(budget)) == budget.wall_ns
all(sum(parts(row)) == row.wall_ns for row in budget.processes) == True
sum(row.wall_ns for row in budget.processes) == budget.wall_ns
sum(row.threads for row in budget.processes) == budget.threads
unexplained_nulls == []
report.capture.lost.stack_not_kept == 0
report.capture.lost.thread_not_kept == 0
'
blkio=/sys/fs/cgroup/blkio

# limit_writes BYTES_PER_SECOND: of the device, through the root of the v1 hierarchy.
limit_writes() {
    local rule=$blkio/blkio.throttle.write_bps_device
    [ -e "$rule" ] || return 1
    later write_kernel_file "$rule" "$(cat "/sys/class/block/$name/dev") 0"
    write_kernel_file "$rule" "$(cat "/sys/class/block/$name/dev") $1"
}

try_processor() {
    echo "---- a loop that computes"
    # shellcheck disable=SC2016 # for the inner shell
    traced "$name" --settle 0 -- sh -c 'i=0; while [ $i -lt 400000 ]; do i=$((i+1)); done'
    expect_claims "$name" <<CLAIMS
$parts_are_exact
on_cpu(budget) > 0.95 * budget.wall_ns
budget.parts.cpu_user > 10 * budget.parts.cpu_kernel
0.95 * report.run.wall_ns <= budget.wall_ns <= 1.05 * report.run.wall_ns
abs(budget.parts.cpu_user + budget.parts.cpu_kernel - report.run.user_ns - report.run.sys_ns) \
<= 0.05 * budget.wall_ns
CLAIMS
}

try_sleep() {
    echo "---- sleep"
    traced "$name" --settle 0 -- sleep 1
    expect_claims "$name" <<CLAIMS
$parts_are_exact
10**9 <= budget.parts.sleep <= report.run.wall_ns
budget.wall_ns >= budget.parts.sleep
CLAIMS
}

# It sleeps, and two that compute have its CPU when it wakes: the scheduler counts that, too, and
# nobody's wakeups are followed for it.
try_runnable() {
    local counted=$work/schedstat
    echo "---- a CPU that others have"
    # shellcheck disable=SC2016 # for the inner shell
    traced "$name" --settle 0 -- taskset -c 0 sh -c '
        for hog in 1 2; do
            (while [ ! -s "$0" ]; do i=0; while [ $i -lt 999 ]; do i=$((i+1)); done; done) &
        done
        "$1" "$0"
        wait' "$counted" "$here/sleep_and_count.py"
    expect_claims "$name" run_delay="$(cut -d' ' -f2 "$counted")" <<CLAIMS
$parts_are_exact
[probe.attached for probe in report.capture.probes if probe.name == "sched_wakeup"] == [False]
run_delay > 5 * 10**7
abs(process_budget("python3").parts.runnable - run_delay) <= 0.02 * run_delay + 10**7
CLAIMS
}

# Many that are gone by the end: their threads are taken out of the kernel's table meanwhile.
try_many() {
    echo "---- many short processes"
    # shellcheck disable=SC2016 # for the inner shell
    traced "$name" --settle 0 -- \
        sh -c 'i=0; while [ $i -lt 331 ]; do dd count=0 2>/dev/null; i=$((i+1)); done'
    expect_claims "$name" <<CLAIMS
$parts_are_exact
len(budget.processes) == 332
budget.threads == 332
sum(row.comm == "dd" for row in budget.processes) == 331
CLAIMS
}

# It goes on under the number of the first thread, which has ended by then.
try_exec() {
    echo "---- a thread that runs another program"
    traced "$name" --settle 0 -- python3 -c 'import os, threading
threading.Thread(target=lambda: os.execvp("sleep", ["sleep", "1"])).start()'
    expect_claims "$name" <<CLAIMS
$parts_are_exact
10**9 <= process_budget("sleep").parts.sleep
on_cpu(process_budget("sleep")) < 0.5 * 10**9 + report.run.user_ns + report.run.sys_ns
process_budget("sleep").wall_ns < 2.05 * report.run.wall_ns
CLAIMS
}

# One that is not wanted starts those that are, and they end before it.
try_filters() {
    local group=/sys/fs/cgroup/blkio
    [ -d "$group" ] || group=/sys/fs/cgroup
    group=$group/wbtrace-live-$$
    mkdir "$group"
    later rmdir "$group"
    echo "---- filters"
    local shell_and_dd=(sh -c "dd count=0 2>/dev/null; sleep 0.2
        dd if=/dev/zero of=$device bs=64k count=31 oflag=direct conv=notrunc 2>/dev/null
        exec sleep 0.3")
    traced "$name" --settle 0 --comm dd --flame "offcpu=$work/dd.folded" -- "${shell_and_dd[@]}"
    expect_claims "$name" us="$(awk '{ us += $NF } END { print us }' "$work/dd.folded")" <<CLAIMS
$parts_are_exact
[row.comm for row in budget.processes] == ["dd", "dd"]
budget.parts.sleep == 0
budget.wall_ns < report.run.wall_ns - 4 * 10**8
us == (budget.wall_ns - on_cpu(budget)) // 1000
CLAIMS
    traced "$name" --settle 0 --comm sh --comm sleep -- "${shell_and_dd[@]}"
    # A task has its new name a little before the kernel tells that it runs another program.
    expect_claims "$name" <<CLAIMS
$parts_are_exact
sorted(row.comm for row in budget.processes if row.comm not in ["sh", "dd"]) == ["sleep", "sleep"]
4 * 10**8 < budget.parts.sleep < report.run.wall_ns + 3 * 10**8
CLAIMS
    # shellcheck disable=SC2016 # for the inner shell
    traced "$name" --settle 0 --cgroup "$group" --flame "cpu=$work/cpu.folded" -- \
        sh -c 'sleep 0.2; (echo 0 >"$0/cgroup.procs"; exec sleep 0.3)' "$group"
    expect_claims "$name" <<CLAIMS
$parts_are_exact
[row.comm for row in budget.processes] == ["sleep"]
3 * 10**8 <= budget.parts.sleep <= report.run.wall_ns - 2 * 10**8
CLAIMS
    sh -c 'while :; do sleep 0.05; done' &
    local loop=$!
    "$wbtrace" --dev "$name" --pid "$loop" --time-budget --duration 1 --json "$report" \
        --report "$report_text" --flame "offcpu=$work/pid.folded" 2>"$output"
    kill "$loop"
    expect_claims "$name" <<CLAIMS
$parts_are_exact
[row.pid for row in budget.processes] == [$loop]
CLAIMS
    expect_text "what cannot be told apart" "$output" "not only --dev $name"
    traced "$name" --settle 0 --op write -- "${shell_and_dd[@]}"
    expect_claims "$name" <<CLAIMS
$parts_are_exact
sorted(row.comm for row in budget.processes) == ["dd", "dd", "sleep", "sleep"]
budget.parts.sleep > 4 * 10**8
CLAIMS
    expect_text "what cannot be told apart" "$report_text" "whatever they did, not only"
}

try_throttle() {
    local bdi=/sys/class/bdi/$1
    echo "---- dd under strict_limit"
    if [ -e "$bdi/max_bytes" ]; then
        later write_kernel_file "$bdi/max_ratio" 100
        later write_kernel_file "$bdi/strict_limit" 0
        write_kernel_file "$bdi/strict_limit" 1
        write_kernel_file "$bdi/max_bytes" $((4194304 / ${WBTRACE_TEST_SCALE:-1}))
    elif [ -n "${WBTRACE_TEST_IN_GUEST:-}" ]; then
        # The limit of all, which is nobody else's here. A ratio takes it back.
        later write_kernel_file /proc/sys/vm/dirty_ratio "$(cat /proc/sys/vm/dirty_ratio)"
        write_kernel_file /proc/sys/vm/dirty_bytes $((4194304 / ${WBTRACE_TEST_SCALE:-1}))
    else
        leave_out "throttle: this kernel has no bdi max_bytes"
        return
    fi
    limit_writes 67108864 || true
    record_events "bdi == \"$1\"" writeback/balance_dirty_pages
    record_also 'prev_comm == "dd"' sched/sched_switch
    record_also 'comm == "dd"' sched/sched_wakeup
    traced "$name" -- dd if=/dev/zero of="$device" bs=1M count="$(mib 128)" conv=notrunc
    stop_recording
    expect_claims "$name" <<CLAIMS
$parts_are_exact
budget.parts.throttle > 0
${alone:+budget.parts.throttle > 0.5 * budget.wall_ns}
seen.paused_ns > 0
abs(budget.parts.throttle - seen.paused_ns) <= 0.05 * seen.paused_ns
budget.parts.throttle > 0.9 * sum(seen.pauses_ms) * 10**6
sum(seen.pauses_ms) * 10**6 == report.throttle.exact.command.pause_ns
budget.amplification.syscall_bytes >= $(mib 128) * 2**20
budget.amplification.leaf_bytes == scope.bytes
budget.amplification.dirtied_bytes >= $(mib 128) * 2**20
CLAIMS
}

# Its requests are made by a kworker, and no event tells of those that are held back.
try_held_back() {
    echo "---- direct I/O that a controller holds back"
    # Far below what an emulated disk can do on a busy machine.
    limit_writes $((alone ? 20000000 : 4000000)) ||
        { leave_out "held back: no v1 blkio cgroup"; return; }
    traced "$name" -- dd if=/dev/zero of="$device" bs=1M count=40 oflag=direct conv=notrunc
    expect_claims "$name" <<CLAIMS
$parts_are_exact
${alone:+budget.parts.io_controller > 0.8 * asleep(budget)}
budget.parts.io_controller > 2 * budget.parts.direct_io
budget.held_before_queue.waits > 0
budget.held_before_queue.ns == budget.parts.io_controller
0 < budget.held_before_queue.max_ns <= budget.held_before_queue.ns
process("dd").direct_bytes == 40 * 2**20
CLAIMS
    expect_text "the report" "$report_text" "held back"
}

try_direct() {
    echo "---- direct I/O"
    traced "$name" -- dd if=/dev/zero of="$device" bs=4M count="$(mib 128)" oflag=direct \
        iflag=fullblock conv=notrunc
    expect_claims "$name" <<CLAIMS
$parts_are_exact
budget.parts.direct_io > 0
${alone:+budget.parts.direct_io + on_cpu(budget) > 0.9 * budget.wall_ns}
budget.held_before_queue.waits == 0
CLAIMS
}

try_read() {
    echo "---- a cold read"
    blockdev --flushbufs "$device"
    [ -n "$alone" ] || write_kernel_file /proc/sys/vm/drop_caches 3
    traced "$name" -- dd if="$device" of=/dev/null bs=64k count="$(mib 1024)"
    expect_claims "$name" <<CLAIMS
$parts_are_exact
budget.parts.read > 0
read.bytes >= $(mib 1024) * 65536
${alone:+budget.parts.read > 0.8 * (budget.wall_ns - on_cpu(budget))}
CLAIMS
}

try_journal() {
    echo "---- fsync on ext4"
    make_filesystem ext4
    traced "$name" --settle 1 --sync-calls -- \
        "$here/sync_writes.py" "$mounted/log" fsync 127 4096
    # The calls' own waits are all in the budget, under whatever name.
    expect_claims "$name" <<CLAIMS
$parts_are_exact
process_budget("python3").parts.journal > 0
budget.parts.journal + budget.parts.fsync_data <= report.sync_calls.by_call.fsync.duration.sum
CLAIMS
    # A guest's disk may have no cache to flush.
    [ -z "$alone" ] ||
        expect_text "what the two say of one wait" "$report_text" 'is "journal"'
    expect_text "what is nobody's" "$report_text" "not known whose"
    echo "---- appends to one file at once"
    traced "$name" --settle 1 -- "$here/append_shared.py" "$mounted/shared" 4 37 $((2 << 20))
    expect_claims "$name" <<CLAIMS
$parts_are_exact
budget.parts.lock > 0
budget.parts.lock > budget.parts.journal
len(budget.processes) >= 5
CLAIMS
}

try_tags() {
    local queue=/sys/block/$name/queue
    echo "---- more in flight than there are requests"
    command -v fio >/dev/null || { leave_out "request tags: fio is not installed"; return; }
    set_kernel_file "$queue/scheduler" mq-deadline 2>/dev/null ||
        { leave_out "request tags: no mq-deadline"; return; }
    set_kernel_file "$queue/nr_requests" 4
    traced "$name" -- fio --name=w --filename="$device" --direct=1 --rw=randwrite --bs=4k \
        --ioengine=libaio --iodepth=32 --size="$(mib 64)M" --number_ios=8111
    expect_claims "$name" <<CLAIMS
$parts_are_exact
budget.parts.request_tag > 0
max(row.parts.request_tag for row in budget.processes) > \
max(row.parts.direct_io for row in budget.processes)
CLAIMS
}

# Pages of the group are written by reclaim before the limit of the system is near.
try_memory_limit() {
    local group=/sys/fs/cgroup/memory/wbtrace-live-$$
    echo "---- a memory limit of v1"
    [ -e /sys/fs/cgroup/memory/memory.limit_in_bytes ] ||
        { leave_out "memory limit: no v1 memory cgroup"; return; }
    mkdir "$group"
    later rmdir "$group"
    echo $((24 << 20)) >"$group/memory.limit_in_bytes"
    make_filesystem ext4
    limit_writes 40000000 || true
    # shellcheck disable=SC2016 # for the inner shell
    traced "$name" --settle 20 -- sh -c 'echo $$ >"$0/cgroup.procs" &&
        exec dd if=/dev/zero of="$1" bs=1M count=97' "$group" "$mounted/big"
    expect_claims "$name" <<CLAIMS
$parts_are_exact
${alone:+budget.parts.reclaim + budget.parts.writeback > 0.3 * budget.wall_ns}
budget.parts.reclaim + budget.parts.writeback > 0.5 * asleep(budget)
budget.parts.throttle == 0
CLAIMS
}

make_disk 512
kept=${#undo[@]}
# In a guest programs come from another machine, and waiting for them takes its share.
alone=1
[ -z "${WBTRACE_TEST_IN_GUEST:-}" ] || alone=''
all="processor sleep runnable many exec filters throttle held_back direct read tags journal
    memory_limit"
for case in ${WBTRACE_TEST_CASES:-$all}; do
    "try_$case" "$(cat "/sys/class/block/$name/dev")"
    undo_to "$kept"
    wait_until_idle "$name"
done
finish
