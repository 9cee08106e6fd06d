#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""filtered_alike.py FILTERED WHOLE op|comm|pid|file|cgroup VALUE

Whether a filtered trace saw what a trace of all, at the same time, has of it: requests and bytes
of the device, which must be some. Prints them, or what differs.
"""

import json
import sys

TABLES = {"comm": ("processes", lambda row, value: row["comm"] == value),
          "pid": ("processes", lambda row, value: row["pid"] == int(value)),
          "file": ("files", lambda row, value: (row["path"] or "").startswith(value)),
          "cgroup": ("cgroups", lambda row, value: row["path"] == value)}


def totals(rows):
    rows = list(rows)
    return sum(row["requests"] for row in rows), sum(row["bytes"] for row in rows)


def main():
    filtered_file, whole_file, part, value = sys.argv[1:]
    with open(filtered_file, encoding="utf-8") as one, open(whole_file, encoding="utf-8") as two:
        filtered, whole = json.load(one), json.load(two)
    for report, name in ((filtered, "the filtered trace"), (whole, "the other trace")):
        if any(report["capture"]["lost"].values()):
            sys.exit(f"{name} lost {report['capture']['lost']}")
    seen = totals(filtered["devices"][0]["by_op"].values())
    if part == "op":
        expected = totals([whole["devices"][0]["by_op"][value]])
    else:
        table, belongs = TABLES[part]
        rows = [row for row in whole[table] if row["row"] == "single" and belongs(row, value)]
        expected = totals(rows)
        left = [row for row in filtered[table] if row["requests"] and not
                (row["row"] == "single" and belongs(row, value))]
        if left:
            sys.exit(f"rows of others are left: {left[0]}")
    if expected[0] == 0:
        sys.exit(f"the other trace has nothing of {part} {value}")
    if seen != expected:
        sys.exit(f"requests and bytes {seen} under the filter, {expected} beside it")
    print(f"{seen[0]} requests, {seen[1]} bytes in both")


if __name__ == "__main__":
    main()
