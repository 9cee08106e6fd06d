#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""last_seconds.py WBTRACE KEPT WHOLE SECONDS

KEPT has the last part of a trace, WHOLE another trace of the same time. Prints how many requests
from where KEPT begins differ between the two; and what is wrong when KEPT is shorter than SECONDS.
The traces have their own starts, so that requests are known by what they did, not when.
"""
import re
import subprocess
import sys

LINE = re.compile(r"^\s*([\d.]+) s cpu \d+\s+request_done\s+(.*)$")
TIMES = re.compile(r"q2d \d+ ns, d2c \d+ ns, ")


def requests(wbtrace, path):
    """(seconds, what) of each request."""
    listed = subprocess.run([wbtrace, "inspect", "--events", path], check=True, text=True,
                            capture_output=True).stdout
    found = (LINE.match(line) for line in listed.splitlines())
    return [(float(m.group(1)), TIMES.sub("", m.group(2))) for m in found if m]


def main():
    wbtrace, kept_path, whole_path, seconds = sys.argv[1:5]
    kept, whole = requests(wbtrace, kept_path), requests(wbtrace, whole_path)
    begin = [what for _, what in kept]
    stream = [what for _, what in whole]
    count = min(len(begin), 5000)
    places = [i for i in range(len(stream) - count + 1) if stream[i] == begin[0]
              and stream[i:i + count] == begin[:count]]
    if not places or kept[-1][0] - kept[0][0] < float(seconds):
        print("no common part of that length")
        return
    place = places[-1]
    both = min(len(stream) - place, len(begin))
    print(sum(a != b for a, b in zip(stream[place:place + both], begin[:both])))


if __name__ == "__main__":
    main()
