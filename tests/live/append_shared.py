#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""append_shared.py FILE WRITERS COUNT BYTES

So many processes append to one file at once, each COUNT times BYTES: they wait for its lock.
"""

import os
import sys


def write(path, count, size):
    data = b"x" * size
    file = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    for _ in range(count):
        os.write(file, data)


def main():
    path, writers, count, size = sys.argv[1], *map(int, sys.argv[2:])
    children = []
    for _ in range(writers):
        child = os.fork()
        if child == 0:
            write(path, count, size)
            os._exit(0)
        children.append(child)
    for child in children:
        os.waitpid(child, 0)


if __name__ == "__main__":
    main()
