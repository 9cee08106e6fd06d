#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""lock_witness.py EVENTS REPORT: what lock:contention_begin and _end in the text of a tracefs
`trace` file say of the processes that REPORT names: waits, and the ns of all of them."""

import json
import re
import sys

LINE = re.compile(r"-(?P<pid>\d+)\s+(?:\([^)]*\)\s+)?\[\d+\]\s+\S+\s+(?P<time>[\d.]+):\s+"
                  r"contention_(?P<what>begin|end): (?P<lock>\S+) \((?:flags=(?P<flags>\S+))?")


def goes_on(flags):
    """A mutex is told anew when spinning for it has failed: the wait goes on."""
    return flags.strip(")").split("|") == ["MUTEX"]


def waits_in(lines, pids):
    begun, waits = {}, []
    for line in lines:
        match = LINE.search(line)
        if not match or int(match["pid"]) not in pids:
            continue
        key = match["pid"], match["lock"]
        ns = round(float(match["time"]) * 1e9)
        if match["what"] == "begin":
            if not (key in begun and goes_on(match["flags"] or "")):
                begun[key] = ns
        elif key in begun:
            waits.append(ns - begun.pop(key))
    return waits


def main():
    events, report = sys.argv[1:]
    with open(report, encoding="utf-8") as file:
        pids = {row["pid"] for row in json.load(file)["time_budget"]["processes"]}
    with open(events, encoding="utf-8", errors="replace") as file:
        waits = waits_in(file, pids)
    print(len(waits), sum(waits))


if __name__ == "__main__":
    main()
