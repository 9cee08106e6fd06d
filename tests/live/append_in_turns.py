#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""append_in_turns.py FILE TURNS NAME=PAGES NAME=PAGES

Two processes of these names append so many pages each, one after the other, TURNS times.
"""

import os
import sys

PAGE = 4096


def append(path, turns, name, pages, wake, tell):
    with open("/proc/self/comm", "w", encoding="ascii") as comm:
        comm.write(name)
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    block = b"\1" * (pages * PAGE)
    for _ in range(turns):
        os.read(wake, 1)
        if os.write(descriptor, block) != len(block):
            os._exit(1)
        os.write(tell, b".")
    os._exit(0)


def main():
    path, turns = sys.argv[1], int(sys.argv[2])
    first, second = (word.split("=") for word in sys.argv[3:5])
    to_first, to_second = os.pipe(), os.pipe()
    for (name, pages), wake, tell in ((first, to_first[0], to_second[1]),
                                      (second, to_second[0], to_first[1])):
        if os.fork() == 0:
            append(path, turns, name, int(pages), wake, tell)
    os.write(to_first[1], b".")
    failed = any([os.waitstatus_to_exitcode(os.wait()[1]) for _ in range(2)])
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
