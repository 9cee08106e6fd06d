#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# What a filter lets through is what a trace of all has of it at the same time.
# shellcheck disable=SC2317 # functions that are called by name
# shellcheck source=tests/live/live.sh
. "$(dirname "$0")/live.sh"
need unshare

make_loop 512
make_filesystem ext4
# Small files lie side by side: their bios could become one request.
[ -z "${WBTRACE_TEST_IN_GUEST:-}" ] || set_kernel_file "/sys/block/$name/queue/nomerges" 2
mkdir "$mounted/wanted" "$mounted/wanted/below" "$mounted/others"
ln "$(command -v dd)" "$work/writer" 2>/dev/null || cp "$(command -v dd)" "$work/writer"
sync -f "$mounted"

hierarchy=/sys/fs/cgroup
[ ! -d "$hierarchy/blkio" ] || hierarchy=$hierarchy/blkio
cgroup=$hierarchy/wbtrace-test.$$
mkdir -p "$cgroup/below"
later rmdir "$cgroup/below" "$cgroup"

# start_trace NAME OPTION...: in the background; returns when it counts.
tracers=()
start_trace() {
    local trace=$1 i
    shift
    "$wbtrace" --dev "$device" --json "$work/$trace.json" --report "$work/$trace.txt" "$@" \
        2>"$work/$trace.talk" &
    tracers+=($!)
    local links=0 before=-1
    for ((i = 0; i < 100; i++)); do
        links=$(find "/proc/$!/fd" -lname '*bpf_link*' 2>/dev/null | wc -l) || true
        # When no more are attached, it counts.
        [ "$links" -gt 10 ] && [ "$links" = "$before" ] && return 0
        before=$links
        sleep 0.5
    done
    failed "$trace did not start: $(cat "$work/$trace.talk")"
}

end_traces() {
    local pid
    for pid in "${tracers[@]}"; do kill -INT "$pid" 2>/dev/null; done
    for pid in "${tracers[@]}"; do wait "$pid" || failed "a trace ended with $?"; done
    tracers=()
}
stop_traces() { for pid in "${tracers[@]}"; do kill -KILL "$pid" 2>/dev/null; done; }
later stop_traces

load() {
    dd if=/dev/zero of="$mounted/wanted/a" bs=1M count=7 status=none
    dd if=/dev/zero of="$mounted/wanted/below/b" bs=64k count=37 status=none
    # shellcheck disable=SC2016 # the inner shell's
    sh -c 'echo 0 >"$1/cgroup.procs"; shift; exec "$@"' sh "$cgroup/below" \
        "$work/writer" if=/dev/zero of="$mounted/others/c" bs=1M count=11 status=none
    "$work/writer" if=/dev/zero of="$mounted/others/d" bs=64k count=13 oflag=direct status=none
    sync -f "$mounted"
    rm -f "$mounted/wanted/a" "$mounted/wanted/below/b" "$mounted/others/"[cd]
}

# alike PART VALUE OPTION...: one filtered trace and one of all, over the same load.
alike() {
    local part=$1 value=$2 verdict
    shift 2
    echo "---- $*"
    start_trace filtered "$@"
    start_trace whole
    load
    end_traces
    if verdict=$(python3 "$here/filtered_alike.py" "$work/filtered.json" "$work/whole.json" \
        "$part" "$value" 2>&1); then
        passed "$verdict"
    else
        failed "$verdict"
    fi
    expect_text "the filter is named" "$work/filtered.txt" "only"
}

try_operations() {
    alike op write --op write
    alike op flush --op flush
}
try_file() { alike file "$mounted/wanted/" --file "$mounted/wanted"; }
try_comm() { alike comm writer --comm writer; }
try_cgroup() { alike cgroup "${cgroup#"$hierarchy"}/below" --cgroup "$cgroup"; }

try_pid() {
    echo "---- a process in a PID namespace, by its number in there"
    unshare --pid --fork --kill-child sh -c "
        until [ -e $work/go ]; do sleep 0.05; done
        dd if=/dev/zero of=$mounted/others/e bs=1M count=5 oflag=direct status=none &
        exec dd if=/dev/zero of=$mounted/others/f bs=1M count=3 oflag=direct status=none" &
    local inner=$! outer number
    sleep 0.5
    outer=$(pgrep -P "$inner")
    number=$(awk '/^NSpid:/ { print $NF }' "/proc/$outer/status")
    expect_equal "the number in there" "$number" 1
    start_trace filtered --pid "$outer"
    touch "$work/go"
    wait "$inner"
    end_traces
    expect_equal "bytes of it alone" \
        "$(python3 -c "import json; r = json.load(open('$work/filtered.json'))
print(r['devices'][0]['by_op']['write']['bytes'])")" $((3 << 20))
}

try_latency() {
    echo "---- --min-latency"
    start_trace filtered --min-latency 1048576ns
    start_trace whole
    load
    end_traces
    local verdict
    verdict=$(python3 - "$work/filtered.json" "$work/whole.json" <<'PYTHON'
import json, sys
filtered, whole = (json.load(open(name)) for name in sys.argv[1:])
def above(ns):
    return sum(bucket["count"] for op in whole["devices"][0]["by_op"].values()
               for bucket in op["q2c"]["buckets"] if bucket["ge"] >= ns)
seen = sum(op["requests"] for op in filtered["devices"][0]["by_op"].values())
# Two programs read the clock one after the other.
least, most = above(1048576 * 1.25), above(1048576 * 0.75)
print("right" if least <= seen <= most and most > 0 else f"{seen}, expected {least} to {most}")
PYTHON
    ) || verdict="no verdict"
    expect_equal "requests that took 1.05 ms" "$verdict" right
}

try_refusals() {
    echo "---- what cannot be meant"
    local words
    for words in "--op chew" "--pid 0" "--pid 4999999" "--file $mounted/none" "--min-latency 5" \
        "--cgroup /no/such"; do
        # shellcheck disable=SC2086 # words
        "$wbtrace" $words --duration 1 >"$output" 2>&1 && failed "$words was accepted"
        expect_equal "lines about $words" "$(grep -c . "$output")" 1
    done
}

for part in ${WBTRACE_TEST_PARTS:-operations file comm cgroup pid latency refusals}; do
    "try_$part"
done
finish
