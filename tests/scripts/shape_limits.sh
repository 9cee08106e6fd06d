#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# Goes over each limit of scripts/check-shape once, in a small tree of its own.
set -euo pipefail
# shellcheck source=tests/scripts/expect.sh
. "$(dirname "$0")/expect.sh"
command -v python3 >/dev/null || { echo "skip: no python3"; exit 77; }
check=${1:?usage: shape_limits.sh REPOSITORY}/scripts/check-shape
tree=$work/tree
licence='// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause'

lines() { awk -v n="$1" -v text="$2" 'BEGIN { while (n-- > 0) print text }'; }

good_tree() {
    rm -rf "$tree"
    mkdir -p "$tree/room"
    local name
    for name in one two three; do
        printf '%s\nint %s(int a) {\n    return a;\n}\n' "$licence" "$name" >"$tree/room/$name.cpp"
    done
}

good_tree
expect 0 " 0 failures" "$check" "$tree"

good_tree
lines 600 '//' >>"$tree/room/one.cpp"
expect 1 "604 lines, at most 600" "$check" "$tree"

good_tree
lines 98 '//' | tee -a "$tree/room/one.cpp" >>"$tree/room/two.cpp"
expect 0 " 0 failures" "$check" "$tree"
lines 9 '//' | tee -a "$tree/room/one.cpp" >>"$tree/room/two.cpp"
expect 1 "the median file has 111 lines" "$check" "$tree"

good_tree
printf '//%99s\n' x >>"$tree/room/one.cpp"
expect 1 "101 columns" "$check" "$tree"

good_tree
sed -i 1d "$tree/room/two.cpp"
expect 1 "room/two.cpp: no line" "$check" "$tree"

good_tree
printf '#!/bin/sh\necho\n' >"$tree/room/run"
expect 1 "room/run: no line" "$check" "$tree"

good_tree
{
    echo 'int tall(int a) {'
    lines 79 '    a += 1;'
    echo '}'
} >>"$tree/room/three.cpp"
if "$check" "$tree" | grep -q 'NOT CHECKED'; then
    echo "skip: function lengths: no universal-ctags with JSON output"
else
    expect 1 "tall has 81 lines" "$check" "$tree"
fi

rm -rf "$tree" && mkdir "$tree"
expect 1 "no sources found" "$check" "$tree"
finish
