#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""same_totals.py VIEW SYSTEM SUMS NAME,NAME BEFORE AFTER PID...

Adds up all intervals of `wbtrace top --json` (VIEW) and of `wbtrace INTERVAL --json` (SYSTEM),
which ran beside each other while all I/O began and ended within both, and prints the counts in
which they differ from each other or from what `stat` of the devices says (BEFORE, AFTER: a line
each), else "none". Of processes only those with a PID are looked at, of files those on the
devices. The sums of VIEW go to SUMS. Times are not compared: each program takes its own.
"""

import collections
import json
import sys

TOTALS = ("requests", "bytes", "requeued", "errors")
OF_ROWS = ("dirtied_bytes", "written_back_bytes", "direct_bytes", "fetched_bytes", "requests",
           "bytes", "throttle_ns", "fsyncs", "added_pages", "evicted_pages", "dirtied_pages")


def add(to, row, keys):
    for key in keys:
        if isinstance(row.get(key), int):
            to[key] += row[key]


def add_device(to, device):
    for name, op in device["by_op"].items():
        for key in TOTALS:
            to[f"{name}.{key}"] += op[key]
        for key in ("count", "sum"):
            to[f"{name}.request_size.{key}"] += op["request_size"][key]
        to[f"{name}.d2c.count"] += op["d2c"]["count"]
    for part in ("bios", "plug"):
        for key, value in device[part].items():
            to[f"{part}.{key}"] += value
    to["request_merges"] += device["request_merges"]


def add_machine(to, document, names):
    others = document["throttle"]["exact"]["others"]
    to["throttle.waits"] += others["waits"]
    to["throttle.pause_ns"] += others["pause_ns"]
    to["throttle.total.sum"] += document["throttle"]["total"]["sum"]
    for key, value in document["throttle"]["limit_hits"].items():
        to[f"throttle.{key}"] += value
    for row in document["writeback"]["by_reason"]:
        if row["device"] in names:
            to[f"writeback.{row['reason']}.works"] += row["works"]
            to[f"writeback.{row['reason']}.pages"] += row["pages"]


def add_rows(to, rows, name_of):
    for row in rows:
        one = to.setdefault(name_of(row), collections.Counter())
        add(one, row, OF_ROWS)
        if row.get("fsync"):
            one["fsync.count"] += row["fsync"]["count"]


def kind_or(row, *keys):
    if row["row"] != "single":
        return f"{row['row']} {row['kind']} {row['filesystem']}"
    return " ".join(str(row[key]) for key in keys)


def sums_of(path, names, writers):
    sums = {"machine": {"all": collections.Counter()}, "devices": {}, "processes": {}, "files": {}}
    with open(path, encoding="utf-8") as lines:
        for document in map(json.loads, lines):
            if document["interval"]["final"]:
                continue
            add_machine(sums["machine"]["all"], document, names)
            numbers = {device["dev"] for device in document["devices"]}
            for device in document["devices"]:
                add_device(sums["devices"].setdefault(device["name"], collections.Counter()),
                           device)
            # Others make calls, and drop pages of what lies elsewhere.
            add_rows(sums["processes"], [row for row in document["processes"]
                                         if row["pid"] is None or str(row["pid"]) in writers],
                     lambda row: kind_or(row, "pid"))
            add_rows(sums["files"], [row for row in document["files"]
                                     if row["dev"] is None or row["dev"] in numbers],
                     lambda row: kind_or(row, "dev", "inode"))
    return sums


def differences(one, other):
    for section in one:
        for name in sorted(one[section].keys() | other[section].keys()):
            mine, theirs = one[section].get(name, {}), other[section].get(name, {})
            for key in sorted(mine.keys() | theirs.keys()):
                if mine.get(key, 0) != theirs.get(key, 0):
                    yield (f"{section} {name} {key}: {mine.get(key, 0)} in the view, "
                           f"{theirs.get(key, 0)} in the system mode")


def stat_differences(devices, names, before, after):
    for name, old, new in zip(names, before, after):
        then, now = [int(word) for word in old.split()], [int(word) for word in new.split()]
        grown = [b - a for a, b in zip(then, now)]
        ours = devices[name]
        writes = ours["write.requests"] + ours["write_zeroes.requests"] + ours["bios.empty_flushes"]
        merges = ours["bios.back_merged"] + ours["bios.front_merged"] + ours["request_merges"]
        pairs = {"reads": (ours["read.requests"], grown[0]), "writes": (writes, grown[4]),
                 "bytes read": (ours["read.bytes"], grown[2] * 512),
                 "bytes written": (ours["write.bytes"] + ours["write_zeroes.bytes"],
                                   grown[6] * 512),
                 "merges": (merges, grown[1] + grown[5])}
        for what, (mine, stat) in pairs.items():
            if mine != stat:
                yield f"{what} of {name}: {mine} in the view, {stat} in stat"


def main():
    view, system, into, names, before, after, *writers = sys.argv[1:]
    names = names.split(",")
    sums, theirs = sums_of(view, names, writers), sums_of(system, names, writers)
    with open(into, "w", encoding="utf-8") as file:
        json.dump(sums, file)
    with open(before, encoding="utf-8") as old, open(after, encoding="utf-8") as new:
        found = [*differences(sums, theirs),
                 *stat_differences(sums["devices"], names, old, new)]
    print("; ".join(found[:20]) if found else "none")


if __name__ == "__main__":
    main()
