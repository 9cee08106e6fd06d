#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# The wait for what the command dirtied: it ends in time however many files there are, names one
# that is still dirty, and ends at once when all is written. Processes left behind are told.
# shellcheck source=tests/live/live.sh
. "$(dirname "$0")/live.sh"
files=$((20011 / ${WBTRACE_TEST_SCALE:-1}))
make_loop 512
make_filesystem ext4
# Only a sync writes: nothing becomes old enough meanwhile.
set_kernel_file /proc/sys/vm/dirty_expire_centisecs 60000

echo "---- $files dirty files, 1 s to wait"
traced "$name" --settle 1 -- python3 -c '
import sys
for i in range(int(sys.argv[2])):
    with open(f"{sys.argv[1]}/{i}", "w") as file: file.write("x")' "$mounted" "$files"
expect_status 0
expect_claims - files="$files" <<'CLAIMS'
report.run.settled == False
report.run.unsettled_files >= files
report.run.settle_ns >= 1000000000
report.run.settle_ns < 1500000000
unexplained_nulls == []
CLAIMS
expect_text "the report" "$report_text" "still dirty, such as inode"
expect_text "the report" "$report_text" "on $mounted"

echo "---- the same synced"
# shellcheck disable=SC2016 # the inner shell's
traced "$name" --settle 30 -- sh -c 'for i in 1 2 3; do echo y >"$1/$i"; done; sync -f "$1"' \
    sh "$mounted"
expect_status 0
expect_claims - <<'CLAIMS'
report.run.settled == True
report.run.unsettled_files == 0
report.run.unsettled_file == None
report.run.processes_left == 0
report.run.settle_ns < 5000000000
unexplained_nulls == []
CLAIMS

echo "---- two processes are left behind, and one that ended"
# shellcheck disable=SC2016 # the inner shell's
traced "$name" --settle 0 -- sh -c 'sleep 9 >$1 2>&1 & sleep 9 >$1 2>&1 & sleep 0.01 & wait $!' \
    sh /dev/null
expect_status 0
expect_claims - <<'CLAIMS'
report.run.processes_left == 2
CLAIMS
expect_text "the report" "$report_text" "2 processes of it still run"
finish
