#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# Discards, write-zeroes and failed writes are told apart from plain writes.
# shellcheck disable=SC2317 # functions that are called by name
# shellcheck source=tests/live/live.sh
. "$(dirname "$0")/live.sh"
need blkdiscard
find_tracefs

run() {
    echo "---- $1"
    shift
    record_events "dev == $(kernel_dev "$name")" block/block_rq_{issue,complete}
    traced "$name" -- "$@"
    stop_recording
}

try_discards() {
    local kib
    kib=$(($(cat "/sys/block/$name/queue/discard_max_bytes") >> 10))
    [ "$kib" -gt 0 ] || { leave_out "discards: $name does not take any"; return; }
    run "discard" blkdiscard -o 1M -l 67M "$device"
    expect_status 0
    expect_claims "$name" <<CLAIMS
discard.requests > 0
discard.bytes == 67 << 20
scope.while_running.discard.bytes == 67 << 20
write.requests == 0
device.requests == seen.block_rq_issue
$exact_claims
CLAIMS
}

try_zeroes() {
    [ "$(cat "/sys/block/$name/queue/write_zeroes_max_bytes" 2>/dev/null || echo 0)" != 0 ] ||
        { leave_out "write-zeroes: $name does not take any"; return; }
    run "write-zeroes" blkdiscard -z -o 2M -l 31M "$device"
    expect_status 0
    expect_claims "$name" <<CLAIMS
write_zeroes.requests > 0
write_zeroes.errors == seen.errors
# Where the device cannot after all, the kernel falls back to plain writes of zeroes.
write_zeroes.bytes == 31 << 20
write.bytes == (31 << 20 if seen.errors else 0)
device.requests == seen.block_rq_issue
$exact_claims
CLAIMS
}

# The file behind the device does not fit where it lies.
try_errors() {
    mkdir "$work/full"
    mount -t tmpfs -o size=8M wbtrace-live "$work/full"
    later umount "$work/full"
    make_loop 64 "$work/full/backing"
    dd if=/dev/zero of="$work/full/filling" bs=1M 2>/dev/null || true
    # shellcheck disable=SC2016 # the inner shell's
    run "failing writes" sh -c 'for at in 3 17 29; do
        dd if=/dev/zero of=$1 bs=64k count=1 seek=$at oflag=direct; done' sh "$device"
    expect_equal "exit status of dd" "$([ "$status" = 0 ] || echo failed)" failed
    expect_claims "$name" <<CLAIMS
write.errors == 3
write.errors == seen.errors
device.logged_errors == seen.errors
write.requests == 3
device.requests == seen.block_rq_issue
$exact_claims
CLAIMS
    expect_text "the report" "$report_text" "error"
}

make_disk 256
try_discards
try_zeroes
if [ -z "${WBTRACE_TEST_IN_GUEST:-}" ]; then
    try_errors
fi
finish
