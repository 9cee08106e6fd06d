#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# One loop device gets another file again and again while it is traced. Where the kernel numbers
# media (diskseq), each has figures of its own; else there is one row, with all.
# shellcheck source=tests/live/live.sh
. "$(dirname "$0")/live.sh"

times=${WBTRACE_TEST_TIMES:-50}
make_loop 16
files=("$work/first" "$work/second")
truncate -s 16M "${files[@]}"
losetup -d "$device"
undo[${#undo[@]} - 1]=true
[ -e "/sys/block/$name/diskseq" ] && numbered=1 || numbered=''

# Time i writes i blocks, so that a mix-up of any two shows.
# shellcheck disable=SC2016 # the inner shell's
reattach='
    for i in $(seq 1 "$1"); do
        losetup "$2" "$3"
        dd if=/dev/zero of="$2" bs=4096 count="$i" oflag=direct 2>/dev/null
        losetup -d "$2"
        set -- "$1" "$2" "$4" "$3"
    done'

for filter in yes no; do
    echo "---- only this device: $filter"
    read_stat before "$name"
    options=(--settle 1 --json "$report" --report "$report_text")
    [ $filter = no ] || options+=(--dev "$device")
    status=0
    "$wbtrace" "${options[@]}" -- sh -c "$reattach" sh "$times" "$device" "${files[@]}" \
        >"$output" 2>&1 || status=$?
    read_stat after "$name"
    expect_status 0
    rows="[row for row in report.devices if row.name.split(' ')[0] == '$name']"
    expect_claims - <<CLAIMS
sum(row.by_op.write.requests for row in $rows) == $times * ($times + 1) // 2
sum(row.by_op.write.bytes for row in $rows) == $times * ($times + 1) // 2 * 4096
any(row.leaf for row in $rows) == False
lost == 0
unexplained_nulls == []
CLAIMS
    if [ -n "$numbered" ]; then
        expect_claims - <<CLAIMS
[row.by_op.write.requests for row in $rows] == list(range(1, $times + 1))
${rows}[$times - 1].name == '$name ($times)'
len(set(row.diskseq for row in $rows)) == $times
CLAIMS
        expect_text "the report" "$report_text" "$name, $times media"
    fi
done
finish
