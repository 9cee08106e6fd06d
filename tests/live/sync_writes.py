#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""sync_writes.py FILE CALL COUNT BYTES

Appends BYTES and calls fsync or fdatasync, COUNT times.
"""

import os
import sys


def main():
    path, call, count, size = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
    synced = {"fsync": os.fsync, "fdatasync": os.fdatasync}[call]
    block = b"\1" * min(size, 1 << 20)
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    for _ in range(count):
        for _ in range(size // len(block)):
            os.write(descriptor, block)
        synced(descriptor)


if __name__ == "__main__":
    main()
