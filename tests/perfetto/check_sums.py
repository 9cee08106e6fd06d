#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""check_sums.py WBTRACE RECORDING: exports the recording for Perfetto, decodes that without our
own code, and holds counts and sums of its slices against the report. Exit status 77 without the
protobuf library."""

import collections
import json
import os
import subprocess
import sys
import tempfile

try:
    import perfetto_trace
except ImportError as error:
    debian = "/usr/bin/python3"  # which has Debian's modules, when another one is in the path
    if os.path.exists(debian) and sys.executable != debian:
        os.execv(debian, [debian, *sys.argv])
    print(f"skip: {error} (apt install python3-protobuf)")
    sys.exit(77)

SYNC_CALLS = ("fsync", "fdatasync", "sync_file_range", "syncfs", "msync", "sync")


class Sums:
    def __init__(self):
        self.failures = 0

    def expect(self, what, found, wanted):
        good = found == wanted
        self.failures += not good
        print(f"ok: {what}: {found}" if good else f"FAILED: {what}: {found}, wanted {wanted}")

    def expect_histogram(self, what, found, histogram):
        durations = [one.duration for one in found]
        self.expect(f"{what}, number", len(durations), histogram["count"])
        self.expect(f"{what}, ns", sum(durations), histogram["sum"])


def check_devices(trace, report, sums):
    slices = collections.defaultdict(list)
    for one in trace.slices:
        slices[trace.name_of(one.track), one.name, one.depth].append(one)
    for device in report["devices"]:
        name = device["name"]
        queued = sum(one.duration for one in slices[f"{name} requests", "queued", 1])
        wanted = 0
        for op, figures in device["by_op"].items():
            requests = slices[f"{name} requests", op, 0]
            sums.expect_histogram(f"{name} {op} q2c", requests, figures["q2c"])
            sums.expect(f"{name} {op} bytes", sum(one.arguments["bytes"] for one in requests),
                        figures["request_size"]["sum"])
            wanted += figures["q2d"]["sum"]
        sums.expect(f"{name} q2d, ns", queued, wanted)
        depth = [values for track, values in trace.counters.items()
                 if trace.name_of(track) == f"{name} queue depth"]
        values = [value for _, value in depth[0]] if depth else [0]
        sums.expect(f"{name} deepest queue", max(values), device["queue_depth"]["max"] or 0)
        sums.expect(f"{name} queue at the end", values[-1], 0)


def check_tasks(trace, report, sums):
    by_name = collections.defaultdict(list)
    for one in trace.slices:
        by_name[one.name].append(one)
    if report["throttle"]:
        sums.expect_histogram("throttle waits", by_name["throttled"], report["throttle"]["total"])
        for row in report["throttle"]["by_process"]:
            own = [one for one in by_name["throttled"]
                   if trace.process_of(one.track) == row["pid"]]
            sums.expect_histogram(f"throttle waits of {row['pid']}", own, row["pause"])
    for call in SYNC_CALLS if report["sync_calls"] else ():
        row = report["sync_calls"]["by_call"].get(call)
        if row is not None:
            own = [one for one in by_name[call]
                   if trace.name_of(one.track).startswith("sync calls")]
            sums.expect_histogram(call, own, row["duration"])
    if report["writeback"]:
        works = collections.defaultdict(list)
        for one in trace.slices:
            works[trace.name_of(one.track), one.name].append(one)
        for row in report["writeback"]["by_reason"]:
            own = works[f"{row['device']} writeback", row["reason"]]
            sums.expect_histogram(f"works {row['reason']}", own, row["started_to_finished"])
            sums.expect(f"works {row['reason']}, pages",
                        sum(one.arguments["pages"] for one in own), row["pages"])


def check_flows(trace, sums):
    broken = [times for times in trace.flows.values() if len(times) not in (2, 3)]
    sums.expect("arrows that lead nowhere", len(broken), 0)
    whole = [times for times in trace.flows.values() if len(times) == 3]
    print(f"note: {len(whole)} arrows from dirtying on, {len(trace.flows) - len(whole)} others, "
          f"{len(trace.slices)} slices, {len(trace.tracks)} tracks")



def last_document(wbtrace, recording):
    """The report of the whole, behind those of intervals."""
    text = subprocess.run([wbtrace, "export", "json", recording], check=True, text=True,
                          capture_output=True).stdout
    document, decoder = None, json.JSONDecoder()
    while text.strip():
        document, end = decoder.raw_decode(text.lstrip())
        text = text.lstrip()[end:]
    return document


def main():
    wbtrace, recording = sys.argv[1:3]
    report = last_document(wbtrace, recording)
    with tempfile.NamedTemporaryFile() as file:
        subprocess.run([wbtrace, "export", "perfetto", recording, "-o", file.name], check=True)
        trace = perfetto_trace.load(file.name)
    sums = Sums()
    sums.expect("problems", trace.problems[:5], [])
    check_devices(trace, report, sums)
    check_tasks(trace, report, sums)
    check_flows(trace, sums)
    sys.exit(1 if sums.failures else 0)


if __name__ == "__main__":
    main()
