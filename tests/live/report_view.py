# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""Read access to a JSON report: keys as attributes, and the rule of nulls."""

import json

OPERATIONS = ("read", "write", "discard", "flush", "write_zeroes", "passthrough", "other")
SYNC_PARTS = ("data_ns", "journal_ns", "flush_ns", "rest_ns")

# Nulls that are facts, not missing figures; docs/json-schema.md explains them.
FACTS = {
    "run.exit_code",
    "run.signal",
    "capture.probes[].why_not",
    "run.unsettled_file",
    "writeback.largest[].requester",
    "writeback.largest[].queued_ns",
    "writeback.running[].requester",
    "writeback.running[].queued_ns",
    "devices[].by_kind[].filesystem",
    "processes[].kind",
    "processes[].filesystem",
    "processes[].pid",
    "processes[].thread",
    "processes[].generation",
    "processes[].threads",
    "time_budget.processes[].tid",
    "files[].kind",
    "files[].filesystem",
    "files[].dev",
    "files[].inode",
    "files[].generation",
    "files[].renamed_to",
    "files[].first_dirtied_ns",
    "files[].last_written_ns",
    "cgroups[].kind",
    "cgroups[].filesystem",
    "cgroups[].id",
}


class View:
    """An object of the report; a key that is not there is an error, never a 0."""

    def __init__(self, values):
        self.__dict__.update({key: view(value) for key, value in values.items()})

    def __getitem__(self, key):
        return self.__dict__[key]

    def __iter__(self):
        return iter(self.__dict__)


def view(value):
    if isinstance(value, dict):
        return View(value)
    if isinstance(value, list):
        return [view(element) for element in value]
    return value


def refuse(word):
    raise ValueError(f"{word} is no JSON")


def load(path):
    """The report as plain values. Strict: UTF-8 only, no NaN, and no key twice."""

    def unique(pairs):
        keys = [key for key, _ in pairs]
        if len(keys) != len(set(keys)):
            raise ValueError(f"a key stands twice among {keys}")
        return dict(pairs)

    with open(path, "rb") as file:
        text = file.read().decode("utf-8")
    return json.loads(text, parse_constant=refuse, object_pairs_hook=unique)


def operation(device, name):
    """An operation that did not happen may be absent; it then counts 0."""
    absent = {"requests": 0, "bytes": 0, "requeued": 0, "errors": 0}
    return View(device["by_op"].get(name, absent))


def null_paths(node, path=""):
    """Paths of all nulls outside of empty histograms."""
    if node is None:
        yield path
    elif isinstance(node, list):
        for element in node:
            yield from null_paths(element, path + "[]")
    elif isinstance(node, dict) and "buckets" not in node:
        for key, value in node.items():
            yield from null_paths(value, f"{path}.{key}" if path else key)


def reason_of(path, reasons):
    """The reason for this path or for something that holds it."""
    while path:
        if reasons.get(path):
            return reasons[path]
        path = path.rpartition(".")[0]
    return None


def unexplained_nulls(report):
    reasons = report["capture"]["unavailable"]
    paths = set(null_paths(report)) - FACTS
    return sorted(path for path in paths if reason_of(path, reasons) is None)
