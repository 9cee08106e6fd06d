#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# Flame graphs: their sums are those of the report and the device, functions have their names,
# those of programs that are long gone included, and the text is what other tools read.
# shellcheck source=tests/live/live.sh
. "$(dirname "$0")/live.sh"

# sum FILE [FRAME]: of all stacks, or of those with such a frame.
sum() {
    awk -v frame="${2:-}" '
        frame == "" || index(";" $1 ";", ";" frame ";") { total += $NF }
        END { printf "%d\n", total }' "$1"
}

# The grammar that all tools share: frames that are not empty, no blanks in them, one count.
expect_folded() {
    expect_true "$1 has stacks" test -s "$1"
    expect_no_text "$1" "$1" '^(?![!-:<-~]+(;[!-:<-~]+)* [0-9]+$)'
}

# The limit of one device, as strict as it can be.
limit_device() {
    local bdi=/sys/class/bdi/$number
    [ -e "$bdi/max_bytes" ] || return 1
    later write_kernel_file "$bdi/max_ratio" 100
    later write_kernel_file "$bdi/strict_limit" 0
    write_kernel_file "$bdi/strict_limit" 1
    write_kernel_file "$bdi/max_bytes" $((4194304 / ${WBTRACE_TEST_SCALE:-1}))
}

# A reader of the text report's figures and of the pictures': both of one run.
try_writer() {
    echo "---- a writer of a block device"
    local limited=1 flames=() kind
    limit_device || limited=''
    for kind in throttle io io:requests io:latency dirty offcpu; do
        flames+=(--flame "$kind=$work/$kind.folded")
    done
    traced "$name" --flame "dirty=$work/dirty.svg" --flame "dirty=$work/dirty.json" \
        "${flames[@]}" -- dd if=/dev/zero of="$device" bs=1M count="$(mib 96)" conv=notrunc
    expect_status 0
    for kind in io io:requests io:latency dirty offcpu; do expect_folded "$work/$kind.folded"; done
    expect_claims "$name" pages="$(sum "$work/dirty.folded")" bytes="$(sum "$work/io.folded")" \
        requests="$(sum "$work/io:requests.folded")" <<'CLAIMS'
pages == report.page_cache.command.dirtied.pages
bytes == scope.bytes
requests == scope.requests
lost == 0
CLAIMS
    expect_equal "pages that write() dirtied" "$(sum "$work/dirty.folded" vfs_write_[k])" \
        "$(sum "$work/dirty.folded")"
    expect_true "the page is XML" python3 -c \
        'import sys, xml.dom.minidom; xml.dom.minidom.parse(sys.argv[1])' "$work/dirty.svg"
    expect_true "the profile is JSON" python3 -m json.tool "$work/dirty.json"
    [ -n "$limited" ] || { leave_out "throttle: this kernel has no bdi max_bytes"; return; }
    expect_folded "$work/throttle.folded"
    expect_claims "$name" us="$(sum "$work/throttle.folded")" <<'CLAIMS'
us > 0
us * 1000 == report.throttle.exact.command.pause_ns
CLAIMS
    expect_no_text "throttle" "$work/throttle.folded" \
        '^(?!dd;.*;vfs_write_\[k\];.*;balance_dirty_pages_\[k\] [0-9]+$)'
}

# Named by its own symbols, and demangled.
try_hot_function() {
    echo "---- a function that is known to be hot"
    command -v c++ >/dev/null || { leave_out "hot function: no C++ compiler here"; return; }
    cat >"$work/mill.cpp" <<'CPP'
#include <ctime>
namespace busy {
struct Mill {
    __attribute__((noinline)) unsigned long grind(unsigned long n) {
        for (int i = 0; i < 100000; i++) n = n * 6364136223846793005UL + 1442695040888963407UL;
        return n;
    }
};
}
int main() {
    busy::Mill mill;
    unsigned long n = 1;
    const std::clock_t end = std::clock() + 2 * CLOCKS_PER_SEC;
    while (std::clock() < end) n = mill.grind(n);
    return n == 0;
}
CPP
    c++ -O1 -fno-omit-frame-pointer -o "$work/mill" "$work/mill.cpp"
    expect_true "flame cpu" "$wbtrace" flame cpu -o "$work/cpu.folded" -- "$work/mill"
    expect_folded "$work/cpu.folded"
    cat "$work/cpu.folded"
    local all hot
    all=$(sum "$work/cpu.folded")
    hot=$(awk '/^mill;.*busy::Mill::grind/ { total += $NF } END { print total + 0 }' \
        "$work/cpu.folded")
    # Two seconds of CPU time are 198 samples, less what a busy host steals of a guest.
    expect_true "$all samples are enough" test "$all" -gt 30
    expect_true "most of $all are in the function: $hot" test $((hot * 10)) -gt $((all * 8))
}

# Each is gone long before its stacks are named.
try_short_processes() {
    echo "---- many short processes"
    local count=$((500 / ${WBTRACE_TEST_SCALE:-1})) pages=3
    make_filesystem ext4
    cat >"$work/many.sh" <<SH
for i in \$(seq $count); do
    dd if=/dev/zero of=$mounted/file.\$i bs=4096 count=$pages 2>/dev/null
done
SH
    expect_true "flame dirty" "$wbtrace" flame dirty --settle 0 -o "$work/many.folded" \
        -- sh "$work/many.sh"
    expect_folded "$work/many.folded"
    grep '^dd;' "$work/many.folded" | cut -c -200
    # dd writes by write(2), the file's pages and what the file system needs for them.
    local written
    written=$(grep '^dd;' "$work/many.folded" | grep ';write;-;' >"$work/dd.folded" &&
        sum "$work/dd.folded" generic_perform_write_[k])
    expect_equal "pages that dd wrote, below write" "$written" $((count * pages))
    expect_no_text "user frames" "$work/many.folded" '^dd;.*\[(unknown|anon)\];-;'
}

try_comparison() {
    echo "---- two files compared"
    expect_true "flame --diff" "$wbtrace" flame --diff -o "$work/diff.folded" \
        "$work/io.folded" "$work/io:requests.folded"
    expect_no_text "the comparison" "$work/diff.folded" '^(?![!-~]+ [0-9]+ [0-9]+$)'
    expect_equal "its new total" "$(sum "$work/diff.folded")" "$(sum "$work/io:requests.folded")"
    expect_true "flame --diff --normalize" "$wbtrace" flame --diff --normalize \
        -o "$work/diff.svg" "$work/io.folded" "$work/io:requests.folded"
    expect_text "the picture" "$work/diff.svg" 'red: more than before'
}

try_refusals() {
    echo "---- what cannot be had"
    local status=0
    "$wbtrace" flame nonsense >"$output" 2>&1 || status=$?
    expect_equal "status of an unknown kind" "$status" 2
    expect_text "the error" "$output" 'give one of throttle'
    status=0
    "$wbtrace" flame --diff "$work/none" "$work/io.folded" >"$output" 2>&1 || status=$?
    expect_equal "status without the file" "$status" 1
    status=0
    "$wbtrace" --flame "cpu=$work/x" --flame "io=$work/x" -- true >"$output" 2>&1 || status=$?
    expect_equal "status with one file for two" "$status" 125
}

make_disk 512
number=$(cat "/sys/class/block/$name/dev")
kept=${#undo[@]}
try_writer
undo_to "$kept"
try_comparison
try_refusals
try_short_processes
undo_to "$kept"
try_hot_function
finish
