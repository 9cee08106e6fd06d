#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# scripts/part-summary tells what ran, what failed and why something was skipped.
set -euo pipefail
# shellcheck source=tests/scripts/expect.sh
. "$(dirname "$0")/expect.sh"
command -v python3 >/dev/null || { echo "skip: no python3"; exit 77; }
summary=${1:?usage: part_summary.sh REPOSITORY}/scripts/part-summary

cat >"$work/tests.json" <<'J'
{"tests": [
 {"name": "a", "properties": [{"name": "LABELS", "value": ["unit"]}]},
 {"name": "b", "properties": [{"name": "LABELS", "value": ["unit"]}]},
 {"name": "c", "properties": [{"name": "LABELS", "value": ["live"]}]},
 {"name": "d", "properties": [{"name": "LABELS", "value": ["vm"]}]},
 {"name": "e"}]}
J
cat >"$work/results.xml" <<'X'
<testsuite>
<testcase name="a" status="run"><system-out>fine</system-out></testcase>
<testcase name="b" status="fail"><system-out>bad</system-out></testcase>
<testcase name="c" status="notrun"><system-out>skip: not root
</system-out></testcase>
<testcase name="d" status="run"><system-out>ok: doctor
skip: raid: no module md
</system-out></testcase>
<testcase name="e" status="notrun"><system-out></system-out></testcase>
</testsuite>
X
for text in "unit       2 ran, 1 failed, 0 skipped" "live       0 ran, 0 failed, 1 skipped" \
    "c: skip: not root" "d: skip: raid: no module md" "e: skip: gave no reason" \
    "golden  not selected"; do
    expect 0 "$text" "$summary" "$work/tests.json" "$work/results.xml"
done
finish
