#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""single_writes.py DEVICE REPORT...

Prints "N of M": in how many of the reports the command wrote once, 4096 bytes, and nothing else
happened. The others are shown on stderr.
"""

import sys

import report_view


def figures(path, device):
    report = report_view.load(path)
    row = next(row for row in report["devices"] if row["name"] == device)
    lost = sum(report["capture"]["lost"].values())
    write = report_view.operation(row, "write")
    return {
        "requests": row["requests"], "writes": write.requests, "bytes": write.bytes,
        "of the command": row["scope"]["requests"], "bios": row["bios"]["queued"], "lost": lost,
    }


def main():
    device, paths = sys.argv[1], sys.argv[2:]
    wanted = {"requests": 1, "writes": 1, "bytes": 4096, "of the command": 1, "bios": 1, "lost": 0}
    right = 0
    for path in paths:
        got = figures(path, device)
        right += got == wanted
        if got != wanted:
            print(f"{path}: expected {wanted}, got {got}", file=sys.stderr)
    print(f"{right} of {len(paths)}")


if __name__ == "__main__":
    main()
