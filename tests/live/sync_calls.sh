#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# Calls of fsync: how many, and the data, journal and flush requests that they waited for, against
# the file system's own events and the device's `stat`. And one that waits for a backlog of data.
# shellcheck source=tests/live/live.sh
. "$(dirname "$0")/live.sh"
find_tracefs

count=$((127 / ${WBTRACE_TEST_SCALE:-1} | 1))

# usable TYPE: whether a file system of this type can be made here.
usable() {
    command -v "mkfs.$1" >/dev/null || { leave_out "$1: mkfs.$1 is not installed"; return 1; }
    modprobe -q "$1" 2>/dev/null || true
    grep -qw "$1" /proc/filesystems || { leave_out "$1: not in this kernel"; return 1; }
}

# Every call appends a page, so that each has one request of data and makes a commit of its own.
calls_are_exact='
report.sync_calls.by_call.fsync.calls == count
report.sync_calls.by_call.fsync.failed == 0
report.sync_calls.by_call.fsync.followed == count
report.sync_calls.by_call.fsync.duration.count == count
report.sync_calls.by_call.fsync.waited.data.requests == count
report.sync_calls.by_call.fsync.waited.data.bytes == 4096 * count
report.sync_calls.by_call.fsync.waited.flush.requests == stat.flush_ios
sum(waited(report.sync_calls.by_call.fsync)) == report.sync_calls.by_call.fsync.duration.sum
min(waited(report.sync_calls.by_call.fsync)) > 0
report.sync_calls.unfinished == 0
len(report.sync_calls.slowest) == min(10, count)
all(row.comm == "python3" for row in report.sync_calls.slowest) == True
all(row.file.inode == inode for row in report.sync_calls.slowest) == True
all(row.path.endswith("/log") for row in report.sync_calls.slowest) == True
all(sum(waited(row)) == row.duration_ns for row in report.sync_calls.slowest) == True
report.sync_calls.slowest[0].duration_ns == report.sync_calls.by_call.fsync.duration.max
flush.requests == stat.flush_ios
unexplained_nulls == []
lost == 0
'

# Bios of the journal as the kernel saw them queued: of jbd2's thread, or with the flags of xfs.
journal_bios() {
    case $1 in
        ext4) grep -c '^ *jbd2/.*block_bio_queue: .* F\?W[A-Z]* [0-9]* + [1-9]' "$work/events" ;;
        xfs) grep -c 'block_bio_queue: .* F\?W[A-Z]*SM [0-9]* + [1-9]' "$work/events" ;;
    esac
}

# prepare TYPE: a file on it whose writing needs no more than the test does.
prepare() {
    make_disk 512
    make_filesystem "$1"
    # Each bio a request of its own: so both can be counted.
    set_kernel_file "/sys/block/$name/queue/nomerges" 2
    : >"$mounted/log"
    sync -f "$mounted/log"
    wait_until_idle "$name"
}

# try_small_writes TYPE WAY [CLAIMS]
try_small_writes() {
    local option=()
    [ "$2" != tracepoints ] || option=(--sync-calls)
    echo "---- $1: $count calls of one page each, by $2"
    record_events "dev == $(kernel_dev "$name")" block/block_bio_queue jbd2/jbd2_end_commit
    traced "$name" "${option[@]}" --settle 1 -- \
        "$here/sync_writes.py" "$mounted/log" fsync "$count" 4096
    stop_recording
    expect_status 0
    expect_claims "$name" count="$count" inode="$(stat -c %i "$mounted/log")" \
        journal="$(journal_bios "$1")" <<CLAIMS
$calls_are_exact
report.sync_calls.by_call.fsync.waited.journal.requests == journal
journal >= count
${3:-}
CLAIMS
    expect_text "the report" "$report_text" "Sync calls"
}

# 80 MiB are waiting in memory, and the device takes 20 MB a second.
try_backlog() {
    local rule=/sys/fs/cgroup/blkio/blkio.throttle.write_bps_device number
    echo "---- $1: a call behind a backlog"
    [ -e "$rule" ] || { leave_out "backlog: no blkio cgroup to slow $name down"; return; }
    number=$(cat "/sys/class/block/$name/dev")
    later write_kernel_file "$rule" "$number 0"
    write_kernel_file "$rule" "$number 20000000"
    traced "$name" --sync-calls --settle 1 -- \
        "$here/sync_writes.py" "$mounted/backlog" fsync 1 $((80 << 20))
    expect_status 0
    expect_claims "$name" <<'CLAIMS'
report.sync_calls.by_call.fsync.calls == 1
3 * 10**9 <= report.sync_calls.slowest[0].duration_ns <= report.run.wall_ns
report.sync_calls.slowest[0].waited.data_ns > 0.8 * report.sync_calls.slowest[0].duration_ns
report.sync_calls.slowest[0].waited.data.bytes >= 64 << 20
lost == 0
CLAIMS
}

# By way of all system calls, and by the calls' own functions.
ways=(tracepoints functions)
if ! "$wbtrace" doctor | sed '/not available:/,$d' | grep -qw fentry/fsync; then
    [ -z "${WBTRACE_TEST_IN_GUEST:-}" ] || failed "doctor says that fentry is refused in a guest"
    leave_out "functions: this kernel refuses fentry"
    ways=(tracepoints)
fi
# There each run takes its time, and the other way is the same everywhere.
[ -z "${WBTRACE_TEST_IN_GUEST:-}" ] || ways=(functions)

kept=${#undo[@]}
tried=0
for type in ${WBTRACE_TEST_FILESYSTEMS:-ext4 xfs}; do
    usable "$type" || continue
    tried=1
    for way in "${ways[@]}"; do
        prepare "$type"
        case $type in
            ext4) try_small_writes ext4 "$way" 'seen.jbd2_end_commit == count' ;;
            *) try_small_writes "$type" "$way" ;;
        esac
        [ "$type $way" != 'ext4 tracepoints' ] || try_backlog "$type"
        undo_to "$kept"
    done
done
[ "$tried" = 1 ] || skip "there is no file system to try"
finish
