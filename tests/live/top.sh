#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# The live view: as plain text its intervals add up to what the device counted; on a terminal (tmux)
# every key does what the help says, and the terminal is given back however it ends.
# shellcheck disable=SC2317 # functions that are called by name
# shellcheck source=tests/live/live.sh
. "$(dirname "$0")/live.sh"
need tmux jq stty

screen=$work/screen
socket=wbtrace-top-$$
terminal() { tmux -L "$socket" "$@"; }

begin_terminal() {
    terminal -f /dev/null new-session -d -s t -x 80 -y 24 \
        "env -u NO_COLOR PS1='ready> ' TMPDIR=$work bash --norc --noprofile"
    later end_terminal
    wait_for 'ready>'
}

end_terminal() { terminal kill-server 2>/dev/null || true; }

type_keys() { terminal send-keys -t t "$@"; }

look() { terminal capture-pane -p -t t >"$screen"; }

# wait_for TEXT: until the screen has it, for at most half a minute.
wait_for() {
    local i
    for ((i = 0; i < 300; i++)); do
        look
        grep -qF -- "$1" "$screen" && return 0
        sleep 0.1
    done
    failed "the screen never shows '$1':"
    sed 's/^/    /' "$screen"
    return 1
}

# expect_key KEY TEXT: after the key the screen shows the text.
expect_key() {
    type_keys "$1"
    wait_for "$2" && passed "key $1 shows '$2'"
}

interval=0.5

# in_page WORD...: starts top in the terminal; returns when it shows its page.
in_page() {
    type_keys "stty -g >$work/before; clear; $* $wbtrace top --dev $name --interval $interval" Enter
    wait_for 'Devices  2 Processes'
    wait_for "$name"
    top_pid=$(terminal list-panes -t t -F '#{pane_pid}' | xargs pgrep -P)
}

# The shell is there again, with the modes it had, and not on the page's screen.
expect_given_back() {
    wait_for 'ready>'
    type_keys "stty -g >$work/after; echo given 'back'" Enter
    wait_for 'given back'
    expect_equal "$1: modes of the terminal" "$(cat "$work/after")" "$(cat "$work/before")"
    expect_equal "$1: the other screen" "$(terminal display-message -p -t t '#{alternate_on}')" 0
    expect_equal "$1: the cursor" "$(terminal display-message -p -t t '#{cursor_flag}')" 1
}

sum_of() {
    jq -s --arg name "$name" "[.[].devices[] | select(.name == \$name) | $1] | add" "$work/stream"
}

try_plain_text() {
    echo "---- plain text and JSON"
    local before after
    before=$(awk '{ print $5, $7 }' "/sys/class/block/$name/stat")
    "$wbtrace" top --batch --json "$work/stream" --dev "$name" --interval 0.5 -n 6 \
        >"$work/text" 2>"$output" &
    local tracer=$!
    while [ ! -s "$work/text" ]; do sleep 0.1; done
    dd if=/dev/zero of="$device" bs=4k count=2003 oflag=direct status=none
    dd if=/dev/zero of="$device" bs=64k count=31 oflag=direct status=none
    wait "$tracer" || failed "top --batch ended with $?"
    after=$(awk '{ print $5, $7 }' "/sys/class/block/$name/stat")
    expect_equal "documents" "$(wc -l <"$work/stream")" 6
    expect_equal "writes in all intervals" "$(sum_of .by_op.write.requests)" \
        $((${after% *} - ${before% *}))
    expect_equal "bytes in all intervals" "$(sum_of .by_op.write.bytes)" \
        $(((${after#* } - ${before#* }) * 512))
    expect_equal "headers in the text" "$(grep -c '^wbtrace top' "$work/text")" 6
    expect_equal "tables of devices" "$(grep -c '^device ' "$work/text")" 6
    expect_true "no line is wider than 80 columns" [ "$(wc -L <"$work/text")" -le 80 ]
    expect_no_text "plain text" "$work/text" '\x1b'
    TERM=dumb "$wbtrace" top --dev "$name" --interval 0.2 -n 2 </dev/null >"$work/text"
    expect_equal "headers with TERM=dumb" "$(grep -c '^wbtrace top' "$work/text")" 2
}

try_keys() {
    echo "---- keys"
    in_page ""
    expect_key 2 'dirty/s wback/s'
    expect_key r 'by dirty/s, reversed'
    expect_key s 'by wback/s, reversed'
    expect_key '<' 'by dirty/s'
    expect_key 3 'file'
    expect_key 4 'cgroup'
    expect_key 5 'reason'
    expect_key 6 'time of reads and writes'
    expect_key 7 'start with --time-budget'
    expect_key 1 'by util%'
    expect_key Enter "device: $name"
    expect_key Escape 'by util%'
    expect_key '?' 'Columns of Devices'
    expect_key '?' 'by util%'
    expect_key + 'interval 1 s'
    expect_key - 'interval 0.5 s'
    expect_key Space PAUSED
    type_keys Space
    expect_key / 'search: _'
    type_keys Enter
    expect_key f 'filter: _'
    expect_key x 'No name has the text'
    type_keys -l "$(printf 'y%.0s' {1..99})the-end"
    wait_for 'yythe-end_' && passed "the end of a long filter is to be seen"
    expect_key Escape "$name"
    try_choosing
    type_keys q
    expect_given_back "after q"
}

# Up and down, and what there is of it: the row page tells which row is chosen. Processes by their
# number, since that order holds; while paused none comes or goes.
try_choosing() {
    type_keys 2 '<' Space
    wait_for 'by pid' && wait_for PAUSED
    local rows first second last
    rows=$(sed -n '6,/^ *$/p' "$screen" | awk '$1 != "all" && $2 ~ /^[0-9]+$/ { print $2 }')
    first=$(head -n 1 <<<"$rows") last=$(tail -n 1 <<<"$rows")
    second=$(sed -n 2p <<<"$rows")
    expect_true "there are several processes" [ -n "$second" ]
    expect_chosen Home "$first"
    expect_chosen Down "$second"
    expect_chosen Up "$first"
    # All are on this page.
    if [ "$(wc -l <<<"$rows")" -lt 15 ]; then
        expect_chosen End "$last"
        expect_chosen PageUp "$first"
        expect_chosen PageDown "$last"
    fi
    type_keys Home
    expect_key / 'search: _'
    type_keys -l dd
    type_keys Enter n n Enter
    wait_for 'process: dd' && passed "a search chooses a row of the name"
    expect_key h 'Columns of Processes'
    expect_key h 'by pid'
    expect_key C-l 'by pid'
    expect_key Tab file
    expect_key Space 'by '
    expect_key '>' 'by wback/s'
}

# expect_chosen KEY PID
expect_chosen() {
    type_keys "$1" Enter
    wait_for "process: " && expect_true "$1 chooses process $2" grep -qE "^pid +$2( |\$)" "$screen"
    type_keys Escape
    wait_for 'by pid'
}

# Sizes in a row, down to one cell, while figures change.
try_resizing() {
    echo "---- a storm of sizes"
    interval=0.1 in_page ""
    local i
    for ((i = 0; i < 100; i++)); do
        terminal resize-window -t t -x $((1 + i * 37 % 190)) -y $((1 + i * 11 % 55))
        type_keys $((1 + i % 7))
    done
    terminal resize-window -t t -x 120 -y 40
    type_keys 1
    wait_for "by util%" && passed "top is there after the storm"
    local width
    width=$(terminal display-message -p -t t '#{pane_width}')
    expect_equal "columns of the last page" "$width" 120
    terminal resize-window -t t -x 80 -y 24
    type_keys q
    expect_given_back "after the storm"
}

try_stopping() {
    echo "---- Ctrl-Z and fg"
    in_page ""
    type_keys C-z
    wait_for Stopped
    expect_given_back "stopped"
    type_keys fg Enter
    wait_for 'Devices  2 Processes' && passed "fg brings the page back"
    type_keys 2
    wait_for 'by dirty/s' && passed "and its keys"
    type_keys q
    expect_given_back "after fg"
}

# try_signal NAME: given back whatever ends it.
try_signal() {
    echo "---- SIG$1"
    in_page ""
    kill "-$1" "$top_pid"
    expect_given_back "SIG$1"
}

# Nobody can give it back then but `reset`.
try_kill() {
    echo "---- SIGKILL"
    in_page ""
    kill -KILL "$top_pid"
    sleep 0.5
    type_keys "" C-u "reset" Enter
    sleep 1.5
    type_keys "clear; stty -a >$work/after; echo it is 'back'" Enter
    wait_for 'it is back'
    expect_true "after reset: it echoes" grep -qE '(^| )echo( |;)' "$work/after"
    expect_true "after reset: line by line" grep -qE '(^| )icanon( |;)' "$work/after"
    # tmux stays on the other screen at a reset.
    expect_equal "after reset: the cursor" "$(terminal display-message -p -t t '#{cursor_flag}')" 1
}

try_colors() {
    echo "---- colours"
    in_page ""
    terminal capture-pane -e -p -t t >"$work/colored"
    expect_true "there are colours" grep -qP '\x1b\[[0-9;]*[34][0-7]m' "$work/colored"
    type_keys q
    wait_for 'ready>'
    in_page NO_COLOR=1
    terminal capture-pane -e -p -t t >"$work/colorless"
    expect_no_text "a page with NO_COLOR" "$work/colorless" '\x1b\[[0-9;]*\b[34][0-7]m'
    type_keys q
    expect_given_back "without colours"
}

try_replay() {
    echo "---- a recording"
    "$wbtrace" --dev "$name" --record "$work/run.wbt" --json "$work/live" --report /dev/null 0.5 5
    "$wbtrace" top --replay "$work/run.wbt" --json - >"$work/replayed"
    # Only the view follows how busy devices are.
    local same='del(.devices[].busy_ns, .devices[].utilization,
        .capture.unavailable["devices[].busy_ns", "devices[].utilization"])'
    head -n 5 "$work/live" | jq -c "$same" >"$work/intervals"
    jq -c "$same" "$work/replayed" >"$work/shown"
    expect_true "its intervals are those of the live trace" cmp "$work/intervals" "$work/shown"
    expect_equal "the view tells how busy devices are" \
        "$(jq -s '[.[].devices[].busy_ns != null] | all' "$work/replayed")" true
    expect_equal "the report does not" \
        "$(jq -s '[.[].devices[].busy_ns != null] | any' "$work/live")" false
    expect_equal "what was dirty is recorded" "$(jq -s '[.[].host.page_state != null] | all' \
        "$work/replayed")" true
    type_keys "stty -g >$work/before; clear; $wbtrace top --replay $work/run.wbt --speed 4" Enter
    wait_for 'of 0:00:02  4x'
    wait_for 'the end' && passed "it comes to its end"
    type_keys - BSpace
    wait_for '2x' && passed "it begins anew, at half the speed"
    expect_key Space PAUSED
    type_keys q
    expect_given_back "after a replay"
}

# So that there is something to look at.
write_all_the_time() {
    until [ -e "$work/stop" ]; do
        dd if=/dev/zero of="$device" bs=16k count=50 oflag=direct status=none
        sleep 0.05
    done
}

stop_writing() {
    touch "$work/stop"
    wait "$writer" || true
}

make_loop 64
try_plain_text
write_all_the_time &
writer=$!
later stop_writing
begin_terminal
try_keys
try_resizing
try_stopping
for signal in TERM HUP INT SEGV ABRT; do try_signal "$signal"; done
try_kill
try_colors
try_replay
finish
