#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# documented_exports.sh TREE: each member of the exported events is described under its kind.
# shellcheck source=tests/scripts/expect.sh
. "$(dirname "$0")/expect.sh"
command -v python3 >/dev/null || {
    echo "skip: python3 is not installed"
    exit 77
}
python3 - "$1" <<'PYTHON'
import json
import re
import sys

tree = sys.argv[1]
sections = {}
with open(f"{tree}/docs/exports.md", encoding="utf-8") as page:
    for section in re.split(r"^### ", page.read(), flags=re.M)[1:]:
        head, _, text = section.partition("\n")
        sections.update((kind, text) for kind in head.split(", "))
everywhere = {"kind", "time_ns", "cpu"}
missing, members = [], 0
with open(f"{tree}/tests/golden/exports/plain.ndjson", encoding="utf-8") as lines:
    for event in map(json.loads, lines):
        text = sections.get(event["kind"], "")
        members += len(event)
        missing += [f"{event['kind']}.{name}" for name in event
                    if name not in everywhere and f"`{name}`" not in text]
print(f"{members} members, not described: {sorted(set(missing))}")
sys.exit(1 if missing or members < 100 else 0)
PYTHON
