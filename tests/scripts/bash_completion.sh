#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# What `wbtrace completion bash` prints, in a bash: options, their values, the command behind --.
# The scripts of the other shells are read by these where they are installed.
# shellcheck disable=SC2154 # $work is of expect.sh
set -euo pipefail
# shellcheck source=tests/scripts/expect.sh
. "$(dirname "$0")/expect.sh"
wbtrace=${WBTRACE_BUILD:?the build folder}/wbtrace
"$wbtrace" completion bash >"$work/wbtrace.bash"

cat >"$work/complete" <<'B'
# complete WORD...: what the last word may become, in one line.
. "$(dirname "$0")/wbtrace.bash"
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
_wbtrace
echo "[${COMPREPLY[*]}]"
B
complete() { bash --norc "$work/complete" wbtrace "$@"; }

mkdir "$work/folder"
touch "$work/folder/report.json"
cd "$work/folder"
expect 0 "[--settle]" complete --set
expect 0 "[-- -d --dev " complete -
expect 0 "[auto always never]" complete --color ""
expect 0 "[always]" complete --color = al
expect 0 "[auto always never]" complete --color =
expect 0 "[root]" complete --user roo
expect 0 "[report.json]" complete --json rep
expect 0 "[report.json]" complete --dev rep
expect 0 "[]" complete --settle ""
expect 0 "[doctor]" complete doc
expect 0 "[fish]" complete completion f
expect 0 "[perfetto]" complete export p
expect 0 "[report.json]" complete export csv rep
expect 0 "[report.json]" complete inspect rep
expect 0 "report.json]" complete -v -- cat report
for shell in zsh fish; do
    command -v "$shell" >/dev/null || continue
    "$wbtrace" completion "$shell" >"$work/wbtrace.$shell"
    expect 0 "" "$shell" -n "$work/wbtrace.$shell"
done
finish
