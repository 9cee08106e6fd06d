#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""last_seconds.py WBTRACE KEPT WHOLE SECONDS

KEPT has the last part of a trace, WHOLE another trace of the same time. Prints how many requests
WHOLE has and KEPT lacks between its first and its last; and what is wrong when KEPT does not go
back SECONDS from the end. The traces have their own starts, so that requests are known by what
they did, not when.
"""
import collections
import re
import subprocess
import sys

LINE = re.compile(r"^\s*([\d.]+) s cpu \d+\s+request_done\s+(.*)$")
TIMES = re.compile(r"q2d \d+ ns, d2c \d+ ns, ")
ANCHOR = 40  # requests in a row that are at one place only


def requests(wbtrace, path):
    """(seconds, what) of each request."""
    listed = subprocess.run([wbtrace, "inspect", "--events", path], check=True, text=True,
                            capture_output=True).stdout
    found = (LINE.match(line) for line in listed.splitlines())
    return [(float(m.group(1)), TIMES.sub("", m.group(2))) for m in found if m]


def common(kept, whole, starts):
    """The first place, of those in `starts`, from which both go on alike: (in kept, in whole)."""
    places = collections.defaultdict(list)
    for place, what in enumerate(whole):
        places[what].append(place)
    for start in starts:
        wanted = kept[start:start + ANCHOR]
        for place in places[wanted[0]]:
            if whole[place:place + ANCHOR] == wanted:
                return start, place
    return None


def main():
    wbtrace, kept_path, whole_path, seconds = sys.argv[1:5]
    kept, whole = requests(wbtrace, kept_path), requests(wbtrace, whole_path)
    if kept[-1][0] - kept[0][0] < float(seconds):
        print(f"only {kept[-1][0] - kept[0][0]:.3f} s are there")
        return
    kept, whole = [what for _, what in kept], [what for _, what in whole]
    begin = common(kept, whole, range(0, len(kept) - ANCHOR))
    end = common(kept, whole, range(len(kept) - ANCHOR, 0, -1))
    if not begin or not end or begin[1] >= end[1]:
        print("no common part")
        return
    lacking = collections.Counter(whole[begin[1]:end[1]])
    lacking.subtract(collections.Counter(kept[begin[0]:end[0]]))
    print(sum(count for count in lacking.values() if count > 0))


if __name__ == "__main__":
    main()
