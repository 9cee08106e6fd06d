#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# Names come from anybody: no byte of them may reach the terminal as a command to it, or break
# the JSON.
# shellcheck source=tests/live/live.sh
. "$(dirname "$0")/live.sh"
need iconv
make_loop 256

# A name of at most 15 bytes, as the kernel keeps of a command: escape sequence, quote, backslash,
# newline, a byte that is no UTF-8, and the C1 control CSI.
comm=$'\e[31m"\\\n\xff\xc2\x9bdd'
# And arguments: a title, a lone surrogate, an overlong slash, DEL.
arguments=($'\e]0;owned\a' $'\xed\xa0\x80' $'\xc0\xaf' $'\x7f' '</script>' "'" '"}],"x":[{"')

controls='[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]'

expect_harmless() {
    expect_no_text "$1" "$2" "$controls"
    expect_true "$1 is UTF-8" iconv -f UTF-8 -t UTF-8 "$2"
}

# Throttled, so that its name stands in the report.
throttle() {
    local bdi
    bdi=/sys/class/bdi/$(cat "/sys/block/$name/dev")
    [ -e "$bdi/max_bytes" ] ||
        { leave_out "names of throttled tasks: no bdi max_bytes here"; return; }
    later write_kernel_file "$bdi/max_ratio" 100
    later write_kernel_file "$bdi/strict_limit" 0
    write_kernel_file "$bdi/strict_limit" 1
    write_kernel_file "$bdi/max_bytes" 4194304
}

throttle
cp "$(command -v dd)" "$work/$comm"
traced "$name" -- "$work/$comm" if=/dev/zero of="$device" bs=1M count=67 conv=notrunc
expect_status 0
expect_claims "$name" <<'CLAIMS'      # loads strictly: UTF-8, no key twice
scope.bytes == 67 << 20
report.run.command[0].endswith('\x1b[31m"\\\n\ufffd\x9bdd') == True
report.run.command[1] == "if=/dev/zero"
unexplained_nulls == []
CLAIMS
[ ! -e "/sys/class/bdi/$(cat "/sys/block/$name/dev")/max_bytes" ] ||
    expect_claims "$name" <<'CLAIMS'
[row.comm for row in report.throttle.by_process] == ['\x1b[31m"\\\n\ufffd\x9bdd']
CLAIMS
expect_harmless "the report" "$report_text"
expect_harmless "what is said" "$output"

echo "---- arguments"
traced "$name" -- true "${arguments[@]}"
expect_status 0
expect_claims "$name" <<'CLAIMS'
len(report.run.command) == 8
report.run.command[0] == "true"
report.run.command[5:] == ["</script>", "'", '"}],"x":[{"']
report.run.command[4] == "\x7f"
CLAIMS
expect_harmless "the report" "$report_text"

echo "---- a device that is not there, and a command that is not there"
"$wbtrace" --dev "$comm" -- true >"$output" 2>&1 && failed "the device exists"
expect_harmless "what is said" "$output"
"$wbtrace" --dev "$name" -- "$comm" >"$output" 2>&1 && failed "the command exists"
expect_harmless "what is said" "$output"
finish
