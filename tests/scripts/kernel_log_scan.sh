#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# tests/vm/scan-kernel-log refuses complaints, and logs that are not whole.
set -euo pipefail
# shellcheck source=tests/scripts/expect.sh
. "$(dirname "$0")/expect.sh"
scan=${1:?usage: kernel_log_scan.sh REPOSITORY}/tests/vm/scan-kernel-log
log=$work/log

write_log() {
    {
        echo '[    0.000000] Linux version 6.1.0-1-amd64'
        echo '[    4.000000] wbtrace-guest: command starts'
        printf '%s\n' "$@"
        echo '[    9.000000] wbtrace-guest: command ended'
    } >"$log"
}

write_log '[    5.0] loop0: detected capacity change' '[    5.0] EXT4-fs (loop0): mounted'
expect 0 "" "$scan" "$log"
for complaint in 'BUG: unable to handle page fault' 'WARNING: CPU: 1 PID: 7 at block/x.c:1' \
    'Oops: 0000 [#1]' 'kernel BUG at mm/x.c:1!' \
    'INFO: task dd:7 blocked for more than 120 seconds.' \
    'WARNING: possible recursive locking detected' 'Kernel panic - not syncing'; do
    write_log "[    5.0] $complaint"
    expect 1 "the kernel complained" "$scan" "$log"
done
for mark in 'Linux version' 'command starts' 'command ended'; do
    write_log
    sed -i "/$mark/d" "$log"
    expect 1 "the log is not whole" "$scan" "$log"
done
: >"$log"
expect 1 "no kernel log" "$scan" "$log"
expect 1 "no kernel log" "$scan" "$work/not-there"
finish
