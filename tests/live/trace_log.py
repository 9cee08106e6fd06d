# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""Counts events in the text of a tracefs `trace` file."""

import re
from collections import Counter

# "              dd-1234    [001] d..1.   12.345678: block_rq_issue: 7,0 WS 4096 () ..."
LINE = re.compile(r"^\s*(?P<comm>.*)-(?P<pid>\d+)\s+(?:\([^)]*\)\s+)?\[\d+\]\s+\S+\s+"
                  r"(?P<seconds>[\d.]+):\s+"
                  r"(?P<event>\w+):\s*(?P<fields>.*)$")


def nanoseconds(seconds):
    return round(float(seconds) * 10**9)


class TraceLog:
    """Events by name; `pauses_ms` are the positive pauses of balance_dirty_pages, `errors` the
    completions that carry an error. `paused_ns` is how long those tasks really slept for their
    pauses, by the scheduler's events: a timer may be late."""

    def __init__(self, lines):
        self.counts = Counter()
        self.errors = 0
        self.pauses_ms = []
        self.paused_ns = 0
        self.pausing = set()  # threads that are about to sleep for a pause
        self.paused_since = {}
        self.commands_that_paused = set()
        for line in lines:
            match = None if line.startswith("#") else LINE.match(line)
            if match:
                self.add(match)

    def add(self, match):
        event = match["event"]
        self.counts[event] += 1
        if event == "block_rq_complete":
            self.errors += not match["fields"].endswith("[0]")
        if event == "balance_dirty_pages":
            pause = int(re.search(r"\bpause=(-?\d+)", match["fields"])[1])
            if pause > 0:
                self.pauses_ms.append(pause)
                self.commands_that_paused.add(match["comm"].strip())
                self.pausing.add(match["pid"])
        if event == "sched_switch" and match["pid"] in self.pausing:
            if not re.search(r"\bprev_state=R", match["fields"]):
                self.pausing.remove(match["pid"])
                self.paused_since[match["pid"]] = nanoseconds(match["seconds"])
        if event == "sched_wakeup":
            since = self.paused_since.pop(re.search(r"\bpid=(\d+)", match["fields"])[1], None)
            if since is not None:
                self.paused_ns += nanoseconds(match["seconds"]) - since

    def __getattr__(self, event):
        """An event's name gives how often it was seen."""
        if event.startswith("__") or "counts" not in self.__dict__:
            raise AttributeError(event)
        return self.counts[event]


def load(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        return TraceLog(file)
