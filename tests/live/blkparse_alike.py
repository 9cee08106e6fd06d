#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""blkparse_alike.py EXPORT EVENTS all|some START_NS LENGTH_NS: the lines of `export blkparse`
against those of a tracefs instance of the same run, in action, sector and size.

D and C must be the same ones, I as well with `all`; with `some` each I must be among those of
tracefs. The completion of an empty flush that shared another one's request has no record, and no
line. START_NS and LENGTH_NS are of the trace: what tracefs saw outside of it does not count.
"""

import collections
import re
import sys

EXPORTED = re.compile(r"^ *\d+,\d+ +\d+ +\d+ +\d+\.\d{9} +\d+ +"
                      r"(?P<action>[A-Z]+) +(?P<rwbs>[A-Z]+) "
                      r"(?:(?P<sector>\d+)(?: \+ (?P<sectors>\d+))? )?\[.*\]$")
TRACED = re.compile(r" (?P<s>\d+)\.(?P<us>\d{6}): (?P<event>block_rq_(?:insert|issue|complete)): "
                    r"\d+,\d+ (?P<rwbs>\S+) "
                    r"(?:\d+ )?\(.*?\) (?P<sector>\d+) \+ (?P<sectors>\d+) ")
ACTIONS = {"block_rq_insert": "I", "block_rq_issue": "D", "block_rq_complete": "C"}


def place(match):
    """Of what has no size blkparse shows no sector but at its completion."""
    sectors = int(match["sectors"] or 0)
    return (int(match["sector"]) if sectors else 0, sectors)


def exported(path):
    lines, times = collections.defaultdict(collections.Counter), []
    with open(path, encoding="ascii") as file:
        for line in file:
            match = EXPORTED.match(line.rstrip("\n"))
            if not match:
                sys.exit(f"FAILED: no line of blkparse: {line!r}")
            lines[match["action"]][place(match)] += 1
            times.append(float(line.split()[3]))
    if times != sorted(times):
        sys.exit("FAILED: the lines are not in the order of their times")
    return lines


def traced(path, start_ns, length_ns):
    lines = collections.defaultdict(collections.Counter)
    with open(path, encoding="utf-8", errors="replace") as file:
        for match in filter(None, map(TRACED.search, file)):
            since_start_ns = int(match["s"] + match["us"]) * 1000 - start_ns
            if 0 <= since_start_ns <= length_ns:
                lines[ACTIONS[match["event"]]][place(match)] += 1
    return lines


def main():
    ours, theirs = exported(sys.argv[1]), traced(sys.argv[2], *map(int, sys.argv[4:]))
    failures = 0
    for action in "IDC":
        extra, lacking = ours[action] - theirs[action], theirs[action] - ours[action]
        if action == "I" and sys.argv[3] == "some":
            lacking.clear()
        if action == "C":
            del lacking[0, 0]
        failures += bool(extra or lacking)
        print(f"{'FAILED' if extra or lacking else 'ok'}: {sum(ours[action].values())} lines "
              f"{action}, the witness has {sum(theirs[action].values())}; only ours: "
              f"{sorted(extra)[:5]}, only its: {sorted(lacking)[:5]}")
    failures += not ours["D"]
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
