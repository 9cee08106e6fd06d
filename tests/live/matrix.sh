#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# A small matrix: refused where it must be, run, interrupted, gone on with, killed and restored; and
# the machine as it was before after each of them.
# shellcheck disable=SC2016,SC2317 # the inner shell's; functions that are called by name
# shellcheck source=tests/live/live.sh
. "$(dirname "$0")/live.sh"
need jq mkfs.ext4 dd timeout pgrep
[ -e /dev/loop-control ] || modprobe -q loop || true
[ -e /dev/loop-control ] || skip "no loop devices here"
plans=$work/plans said=$work/said files=$work/files
mkdir "$plans" "$files"
later_restore() { "$wbtrace" matrix --restore --out "$work/killed" >/dev/null 2>&1 || true; }
later rm -rf "$plans" "$files"
later later_restore

# What a matrix changes, in one text.
machine() {
    losetup --list --noheadings --output NAME,BACK-FILE | grep -F "$files" | sort || true
    findmnt --raw --noheadings --output TARGET | grep -F /run/wbtrace | sort || true
    tail -n +1 /proc/sys/vm/dirty_{bytes,ratio,background_bytes,background_ratio}
    cat /proc/mdstat 2>/dev/null || true
    ls "$files" /run/wbtrace/journals 2>/dev/null || true
}
expect_as_before() { expect_equal "$1 leaves the machine" "$(machine | md5sum)" "$before"; }

# plan NAME <<REST: $plans/NAME.toml, with devices of this test.
plan() {
    { cat; printf '[devices]\nfolder = "%s"\nloop_size = "128M"\n' "$files"; } >"$plans/$1.toml"
}

# plan_of_shell NAME WRITERS SCRIPT: that is its label, too; $0 of the script is the mount point, $1
# the number of writers.
plan_of_shell() {
    plan "$1" <<PLAN
label = "$1"
order = "as-written"
[axes]
fs = "ext4"
writers = $2
[workload]
kind = "command"
command = ["sh", "-c", "$3", "{dir}", "{writers}"]
PLAN
}

# matrix WORD...: what it prints into $output, what it says into $said.
matrix() {
    status=0
    (cd "$work" && exec "$wbtrace" matrix "$@") >"$output" 2>"$said" || status=$?
}

# expect_refusal WHAT TEXT WORD...
expect_refusal() {
    matrix "${@:3}"
    expect_equal "$1: status" "$status" 1
    expect_equal "$1: lines" "$(grep -c . "$said")" 1
    expect_text "$1" "$said" "$2"
    expect_as_before "$1"
}

plan small <<'PLAN'
repeat = 2
metrics = ["write_bw", "runtime", "devices[0].by_op.write.requests"]
[axes]
fs = "ext4"
writers = [1, 3]
dirty = ["100M", "16M:15M"]
queue.nomerges = 2
[workload]
kind = "dd"
bytes = "5M"
PLAN
# A first one: what is made of folders in /run stays. One that is not ours may run.
for ((i = 0; i < 60; i++)); do
    matrix --restore
    [ "$status" != 0 ] || break
    sleep 1
done
[ "$status" = 0 ] || skip "another matrix runs here"
before=$(machine | md5sum)

try_dry_run() {
    echo "---- dry run"
    matrix "$plans/small.toml" --dry-run --label x
    expect_equal "status" "$status" 0
    expect_equal "cases" "$(sort "$output" | head -n 2 | tr '\n' ' ')" \
        "single-100M-nomerges=2/ext4-1dd-1-x single-100M-nomerges=2/ext4-1dd-2-x "
    expect_equal "lines" "$(grep -c . "$output")" 8
    expect_text "the time expected" "$said" "8 cases, 0 of them done; the rest takes about"
    expect_true "no folder is made" test ! -e "$work/small"
}

# real_plan DEVICE...: a plan that lists them.
real_plan() {
    local list
    list=$(printf '"%s", ' "$@")
    printf '[devices]\nreal = [%s]\n[axes]\nfs="raw"\n[workload]\nkind="dd"\nbytes=4096\n' \
        "${list%, }" >"$plans/real.toml"
}

try_refusals() {
    local begun=${#undo[@]}
    echo "---- refusals"
    sed 's/writers/writer/' "$plans/small.toml" >"$plans/key.toml"
    expect_refusal "unknown key" "key.toml:5: unknown key 'writer'; did you mean 'writers'?" \
        "$plans/key.toml"
    sed 's/write_bw/write_bandwidth/' "$plans/small.toml" >"$plans/metric.toml"
    expect_refusal "unknown metric" "metric.toml:2: there is no metric 'write_bandwidth'" \
        "$plans/metric.toml"
    expect_refusal "no such plan" "No such file" "$plans/absent.toml"
    expect_refusal "a folder as plan" "cannot read" "$plans"
    expect_refusal "label" "folder's name" "$plans/small.toml" --label ../x
    mkdir "$work/other" && touch "$work/other/file"
    expect_refusal "another folder" "holds other things" "$plans/small.toml" --out "$work/other"
    make_loop 32
    real_plan "$device"
    expect_refusal "not confirmed" "--destroy-data $device" "$plans/real.toml"
    expect_refusal "confirmed, not listed" "/dev/zero" "$plans/real.toml" \
        --destroy-data "$device" --destroy-data /dev/zero
    make_filesystem ext4
    expect_refusal "mounted" "mounted" "$plans/real.toml" --destroy-data "$device"
    undo_to "$begun"
    make_loop 32
    mkfs.ext4 -q "$device"
    real_plan "$device"
    expect_refusal "signature" "ext4" "$plans/real.toml" --destroy-data "$device"
    expect_true "nothing is written" test "$(blkid -p -o value -s TYPE "$device")" = ext4
    expect_true "no folder is made" test ! -e "$work/real"
}

# A device of the test's own as a real one: written, and wiped at the end.
try_real_device() {
    echo "---- a listed and confirmed device"
    make_loop 64
    printf '[devices]\nreal = ["%s"]\n[axes]\nfs=["ext4","raw"]\n%s\n' "$device" \
        '[workload]
kind="dd"
bytes="3M"' >"$plans/real.toml"
    matrix "$plans/real.toml" --destroy-data "$device"
    expect_equal "status" "$status" 0
    expect_text "the end" "$said" "2 cases: 2 done, 0 failed, 0 skipped"
    expect_equal "what is left on the device" "$(blkid -p -o value -s TYPE "$device")" ""
    expect_equal "bytes written to it" "$(jq '[.devices[] | select(.leaf).scope.while_running
        .write.bytes] | add' "$work"/real/single/raw-1dd-1-*/report.json)" $((3 << 20))
}

done_cases() { grep -ls '"status": "done"' "$1"/*/*/case.json | grep -c . || true; }

# interrupt SIGNAL STATUS: of a matrix of which some cases are done.
interrupt() {
    local pid i
    rm -rf "$work/small"
    (cd "$work" && exec env --default-signal=INT "$wbtrace" matrix "$plans/small.toml") \
        >"$output" 2>"$said" &
    pid=$!
    for ((i = 0; i < 1200; i++)); do
        [ "$(done_cases "$work/small")" -lt 2 ] || break
        sleep 0.05
    done
    kill "-$1" "$pid" || true
    status=0
    wait "$pid" || status=$?
    expect_equal "exit status after SIG$1" "$status" "$2"
    expect_as_before "SIG$1"
}

try_interrupted() {
    local before_done
    echo "---- interrupted, and gone on with"
    interrupt TERM 143
    interrupt INT 130
    before_done=$(done_cases "$work/small")
    expect_true "2 to 7 of 8 cases are done: $before_done" \
        test "$before_done" -ge 2 -a "$before_done" -le 7
    expect_text "what is said" "$said" "'wbtrace matrix $plans/small.toml' goes on"
    matrix "$plans/small.toml"
    expect_equal "status" "$status" 0
    expect_text "the end" "$said" "8 cases: 8 done ($before_done of them before), 0 failed"
    expect_as_before "the rest"
    matrix "$plans/small.toml"
    expect_text "once more" "$said" "8 cases: 8 done (8 of them before)"
    expect_equal "the table has all cases" "$(grep -c 'ext4-[13]dd$' "$output")" 4
    expect_text "the table" "$output" "single-16M:15M-nomerges=2/ext4-3dd"
    sed 's/^/    /' "$output"
    sed -i 's/repeat = 2/repeat = 3/' "$plans/small.toml"
    expect_refusal "another plan" "holds the results of another plan" "$plans/small.toml"
    sed -i 's/repeat = 3/repeat = 2/' "$plans/small.toml"
}

try_folder() {
    local folder
    echo "---- what a case's folder holds"
    folder=$(echo "$work"/small/single-16M:15M-nomerges=2/ext4-3dd-1-*)
    expect_equal "label" "${folder##*/}" "ext4-3dd-1-$(uname -r)"
    expect_equal "files" "$(cd "$folder" && echo *)" "case.json \
devices[0].by_op.write.requests report.json report.txt runtime stderr stdout trace.wbt write_bw"
    expect_equal "axes" "$(jq -c .axes "$folder/case.json")" \
        '{"dirty":"16M:15M","fs":"ext4","layout":"single","queue.nomerges":"2","writers":"3"}'
    expect_equal "limits in force" "$(jq -c '[.host.vm_dirty["dirty_bytes",
        "dirty_background_bytes"]]' "$folder/report.json")" "[$((16 << 20)),$((15 << 20))]"
    expect_equal "the setting in force" \
        "$(jq -c '.devices[] | select(.leaf).queue.nomerges' "$folder/report.json")" 2
    expect_equal "metric, file and record" "$(cat "$folder/devices[0].by_op.write.requests")" \
        "$(jq '.metrics["devices[0].by_op.write.requests"]' "$folder/case.json")"
    expect_equal "metric and report" "$(cat "$folder/devices[0].by_op.write.requests")" \
        "$(jq '.devices[0].by_op.write.requests' "$folder/report.json")"
    # Not what anybody wrote to the disk beneath the loop file meanwhile.
    expect_true "bandwidth of the case's own disk" jq -e \
        --argjson told "$(cat "$folder/write_bw")" \
        --argjson disk "$(jq '.members[0]' "$folder/case.json")" '.run.wall_ns as $ns |
        .devices[] | select(.name == $disk) | [.scope, .others] |
        map(.while_running.write.bytes) | add * 1000 / $ns - $told | fabs < 1e-6' \
        "$folder/report.json"
    expect_equal "bytes dirtied by 3 writers" "$(jq '[.files[].dirtied_bytes // 0] | add
        | . >= 15 * 1048576' "$folder/report.json")" true
    expect_true "the recording is whole" "$wbtrace" inspect --verify "$folder/trace.wbt"
    "$wbtrace" compare "$work"/small/single-100M*/ext4-1dd-?-* --against \
        "$work"/small/single-16M*/ext4-1dd-?-* >"$output" 2>"$said"
    expect_text "compare" "$output" "dirty: 100M -> 16M:15M"
}

try_workloads() {
    echo "---- commands, failures and impossible cases"
    plan own <<'PLAN'
label = "own"
[axes]
fs = ["nosuchfs", "ext4"]
layout = "jbod:2"
writers = [1, 2]
[workload]
kind = "command"
command = ["sh", "-c", "[ $0 = 1 ] || { echo broken >&2; exit 3; }; echo $#; touch $1/a $2/b",
           "{writers}", "{dir}"]
PLAN
    matrix "$plans/own.toml" --dry-run
    expect_equal "impossible cases of a dry run" "$(grep "impossible here" "$output" | sort)" \
        "$(printf 'jbod:2/nosuchfs-%dcmd-1-own  impossible here: mkfs.nosuchfs is not installed\n' \
            1 2)"
    expect_text "what is left" "$said" \
        "4 cases, 0 of them done, 2 impossible here; the rest takes about"
    sed 's/^layout = .*/scheduler = ["none", "nosuch"]/; s/"nosuchfs", //; s/"own"/"sched"/' \
        "$plans/own.toml" >"$plans/sched.toml"
    matrix "$plans/sched.toml" --dry-run
    expect_text "a scheduler that is not there" "$output" \
        "impossible here: no I/O scheduler nosuch in this kernel"
    expect_text "one that is" "$said" "4 cases, 0 of them done, 2 impossible here"
    matrix "$plans/own.toml"
    expect_equal "status" "$status" 1
    expect_text "the end" "$said" "4 cases: 1 done, 1 failed, 2 skipped"
    expect_text "the failure" "$said" "the workload ended with status 3: broken"
    expect_text "the reason" "$said" "mkfs.nosuchfs"
    expect_equal "two folders" "$(cat "$work/own/jbod:2/ext4-1cmd-1-own/stdout")" 2
    expect_equal "status in the record" \
        "$(jq .exit_status "$work/own/jbod:2/ext4-2cmd-1-own/case.json")" 3
    expect_as_before "failures"
    "$wbtrace" compare --by label "$work"/own/*/* "$work"/small/*/* >"$output" 2>"$said" ||
        failed "comparing: $(cat "$said")"
    expect_text "those that did not end" "$said" "3 of 12 cases are left out"
}

# What a workload leaves behind would hold the file system, and run into the next case.
try_leftovers() {
    echo "---- a workload that leaves something running, a tracer that is killed"
    plan_of_shell left '[1, 2]' 'cd $0; sleep 61.7 & exit 0'
    matrix "$plans/left.toml"
    expect_equal "status" "$status" 0
    expect_text "the end" "$said" "2 cases: 2 done"
    expect_equal "what goes on running" "$(pgrep -fc '^sleep 61[.]7' || true)" 0
    expect_as_before "leftovers"
    plan_of_shell orphan 1 'kill -9 $PPID; cd $0; exec sleep 61.8'
    matrix "$plans/orphan.toml"
    expect_equal "status of a killed tracer" "$status" 1
    expect_text "who was killed" "$said" "wbtrace was ended by signal 9"
    expect_equal "what goes on running" "$(pgrep -fc '^sleep 61[.]8' || true)" 0
    expect_as_before "a killed tracer"
}

# It made itself independent, so it is told of and not killed; what was run till then is shown.
try_holder() {
    echo "---- a workload that leaves something independent in the file system"
    # shellcheck disable=SC2016 # for the inner shell
    plan_of_shell holder '[1, 2]' \
        'cd $0; [ $1 = 1 ] || setsid sleep 61.9 <&- >&- 2>&- & sleep 0.3'
    matrix "$plans/holder.toml"
    expect_equal "status" "$status" 1
    expect_text "who holds it" "$said" "in use by sleep (pid"
    expect_text "the one that was run" "$output" "single/ext4-1cmd"
    kill "$(pgrep -f '^sleep 61[.]9')"
    matrix --restore
    expect_equal "restoring when it is gone" "$status" 0
    expect_as_before "a holder"
}

# Nothing was made, and so there is nothing that holds up the next one.
try_no_folder() {
    echo "---- a folder that is none"
    sed "s|^folder = .*|folder = \"$plans/small.toml\"|; s|^dirty.*||" "$plans/small.toml" \
        >"$plans/nowhere.toml"
    matrix "$plans/nowhere.toml"
    expect_equal "status" "$status" 1
    expect_text "the reason" "$said" "cannot make"
    expect_as_before "a folder that is none"
    matrix --restore
    expect_equal "nothing is left to restore" "$status" 0
}

try_fio() {
    command -v fio >/dev/null || { leave_out "fio is not installed"; return; }
    echo "---- fio"
    printf '%s\n' '[w]' 'directory={dir}' 'numjobs={writers}' 'rw=write' 'bs=64k' 'size={bytes}' \
        'end_fsync=1' >"$plans/job.fio"
    plan fio <<'PLAN'
label = "fio"
[axes]
fs = "ext4"
writers = 2
[workload]
kind = "fio"
job = "job.fio"
bytes = "3M"
[trace]
sync_calls = true
PLAN
    matrix "$plans/fio.toml"
    expect_equal "status" "$status" 0
    local folder=$work/fio/single/ext4-2fio-1-fio
    expect_equal "bytes, by fio" "$(jq '[.jobs[].write.io_bytes] | add' "$folder/fio.json")" \
        $((6 << 20))
    expect_equal "fio_write_bw" "$(cat "$folder/fio_write_bw")" \
        "$(jq '[.jobs[].write.bw_bytes] | add / 1000000' "$folder/fio.json")"
    expect_true "fsync calls of both, which the plan asked for" \
        jq -e '.sync_calls.by_call.fsync.calls >= 2' "$folder/report.json"
    expect_as_before "fio"
}

is_gone() { [ ! -e "/proc/$1" ]; }

try_killed() {
    local pid tracer i
    echo "---- kill -9"
    plan killed <<'PLAN'
[axes]
fs = "ext4"
dirty = "100M"
[workload]
kind = "command"
command = ["sh", "-c", "touch $0/running; exec sleep 1000", "{dir}"]
PLAN
    (cd "$work" && exec "$wbtrace" matrix "$plans/killed.toml") >"$output" 2>"$said" &
    pid=$!
    for ((i = 0; i < 600; i++)); do
        [ ! -s "$work/killed/undo-journal" ] || ! ls /run/wbtrace/*/running >/dev/null 2>&1 ||
            break
        sleep 0.05
    done
    expect_refusal_beside
    tracer=$(pgrep -P "$pid")
    kill -KILL "$pid"
    wait "$pid" 2>/dev/null || true
    expect_true "it has left something" test "$(machine | md5sum)" != "$before"
    for ((i = 0; i < 200; i++)); do
        matrix --restore
        [ "$status" != 0 ] || break
        sleep 0.1
    done
    expect_equal "status of --restore" "$status" 0
    expect_text "what is said" "$said" "restored what $work/killed/undo-journal tells"
    expect_as_before "--restore"
    matrix --restore
    expect_equal "once more" "$status" 0
    for ((i = 0; i < 200; i++)); do
        ! is_gone "$tracer" || break
        sleep 0.1
    done
    expect_true "the tracer ends by itself" is_gone "$tracer"
}

# While one runs another neither begins nor restores.
expect_refusal_beside() {
    matrix --restore
    expect_equal "--restore beside one that runs" "$status" 1
    matrix "$plans/small.toml"
    expect_equal "a matrix beside one that runs" "$status" 1
}

try_dry_run
try_refusals
try_interrupted
try_folder
try_workloads
try_leftovers
try_holder
try_no_folder
try_fio
try_real_device
try_killed
finish
