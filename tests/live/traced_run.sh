# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# shellcheck disable=SC2154,SC2034 # shared with live.sh, which sources this
#
# One run of wbtrace between two readings of the device's `stat` file, and the claims about it.
report=$work/report.json report_text=$work/report.txt output=$work/output status=0

# Members of a stacked device, whose `stat` is wanted as well; and a device that never rests.
members=() busy_device=''
mkdir "$work/stat"

# traced NAME [OPTION...] -- COMMAND...: sets `status`. The command's output and all that wbtrace
# says besides the report is in $output.
traced() {
    local traced_device=$1
    shift
    rm -f "$report" "$report_text"
    status=0
    read_stat before "$traced_device" "${members[@]}"
    "$wbtrace" --json "$report" --report "$report_text" --dev "$traced_device" "$@" \
        >"$output" 2>&1 || status=$?
    read_stat after "$traced_device" "${members[@]}"
}

# read_stat WHEN NAME...
read_stat() {
    local moment=$1 device_name
    shift
    for device_name; do
        [ -n "$busy_device" ] || wait_until_idle "$device_name"
        cat "/sys/class/block/$device_name/stat" >"$work/stat/$device_name.$moment"
    done
}

expect_status() {
    expect_equal "exit status" "$status" "$1"
    [ "$status" = "$1" ] || sed 's/^/    /' "$output"
}

# expect_claims NAME[,NAME...] [NUMBER=VALUE...] <<CLAIMS: one claim a line, see claims.py.
expect_claims() {
    local result lines=0 broken=0
    result=$(python3 "$here/claims.py" "$work" "$@") || broken=1
    echo "$result"
    lines=$(grep -c '^ok: ' <<<"$result") || true
    expectations=$((expectations + lines))
    lines=$(grep -c '^FAILED: ' <<<"$result") || true
    expectations=$((expectations + lines))
    failures=$((failures + lines))
    # A checker that broke down without a verdict is a failure as well.
    [ "$broken" = 0 ] || [ "$lines" -gt 0 ] || failed "claims.py broke down"
}

# figures NAME EXPRESSION...: values from the report.
figures() { python3 "$here/figures.py" "$work" "$@"; }

# What must hold in every run without losses: all that `stat` counts, we count.
exact_claims='
read.requests == stat.read_ios
write.requests + write_zeroes.requests + bios.empty_flushes == stat.write_ios
discard.requests == stat.discard_ios
flush.requests == stat.flush_ios
read.bytes == 512 * stat.read_sectors
write.bytes + write_zeroes.bytes == 512 * stat.write_sectors
discard.bytes == 512 * stat.discard_sectors
flush.bytes == 0
bios.back_merged + bios.front_merged + request_merges == stat.merges
device.requests == scope.requests + others.requests
device.bytes == scope.bytes + others.bytes
lost == 0
'
