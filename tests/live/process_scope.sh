#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# What the command's children write is the command's, to the byte, beside a neighbour that keeps
# the same device busy.
# shellcheck disable=SC2317 # functions that are called by name
# shellcheck source=tests/live/live.sh
. "$(dirname "$0")/live.sh"
need fio

make_loop 512
fio --name=neighbour --filename="$device" --offset=256m --size=128m --rw=randwrite --bs=4k \
    --direct=1 --ioengine=psync --rate_iops=2000 --time_based --runtime=300 --output=/dev/null &
neighbour=$!
stop_neighbour() {
    kill "$neighbour" 2>/dev/null || true
    wait "$neighbour" 2>/dev/null || true
}
later stop_neighbour
until [ "$(awk '{ print $5 }' "/sys/block/$name/stat")" -gt 0 ]; do sleep 0.1; done
busy_device=1

try_direct() {
    echo "---- direct I/O of children and grandchildren"
    # shellcheck disable=SC2016 # the inner shell's
    traced "$name" -- sh -c '
        dd if=/dev/zero of=$1 bs=1M count=31 oflag=direct &
        dd if=/dev/zero of=$1 bs=1M count=37 seek=64 oflag=direct &
        (sh -c "setsid dd if=/dev/zero of=$1 bs=64k count=13 seek=2048 oflag=direct") &
        wait' sh "$device"
    expect_status 0
    expect_claims "$name" written=$(((31 + 37 << 20) + 13 * 65536)) <<'CLAIMS'
scope.bytes == written
scope.while_running.write.bytes == written
scope.after_end.write.bytes == 0
scope.while_running.read.requests == 0
others.bytes > 0
others.bytes % 4096 == 0
device.bytes == scope.bytes + others.bytes
write.requests <= stat.write_ios
write.bytes <= 512 * stat.write_sectors
lost == report.capture.lost.in_flight_at_end
report.capture.lost.in_flight_at_end <= 1     # the neighbour, one at a time, never stops
unexplained_nulls == []
CLAIMS
    expect_text "the report" "$report_text" "everything else"
}

try_buffered() {
    echo "---- buffered writes of a child, written back by a kernel worker"
    # shellcheck disable=SC2016 # the inner shell's
    traced "$name" -- sh -c '
        dd if=/dev/zero of=$1 bs=1M count=29 conv=notrunc &
        wait' sh "$device"
    expect_status 0
    expect_claims "$name" written=$((29 << 20)) <<'CLAIMS'
scope.bytes == written
others.bytes > 0
report.run.settled == True
lost == report.capture.lost.in_flight_at_end
report.capture.lost.in_flight_at_end <= 1     # the neighbour, one at a time, never stops
CLAIMS
}

try_direct
try_buffered
finish
