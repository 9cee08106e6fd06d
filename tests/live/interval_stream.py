#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""interval_stream.py STREAM FINAL [SECONDS]

Looks at the JSON lines of a trace with intervals: that each is a report by the schema, that they
follow each other without a gap and add up to the last one, to every single count, and, with
SECONDS, that they kept that time. Writes the last document to FINAL and prints how many intervals
there were, or what is wrong.
"""

import collections
import importlib.util
import json
import pathlib
import sys

import report_view

SOURCE = pathlib.Path(__file__).resolve().parents[2]
# States and settings, which are no counts; and what a histogram tells of its values.
STATES = {"min", "max", "p50", "p90", "p99", "p999", "ge", "lt", "pid", "merge_ratio", "wall_share",
          "buffer_bytes", "queue", "diskseq", "layer",
          "dirty", "background_thresh", "thresh", "global", "throttled_now", "utilization",
          "running",
          "write_bandwidth_bytes_per_s", "avg_write_bandwidth_bytes_per_s",
          "dirty_ratelimit_bytes_per_s", "task_ratelimit_bytes_per_s", "unavailable", "largest",
          "diskseq", "layer", "thread", "threads", "generation", "inode", "id", "folded",
          "average_request_bytes", "bios_per_request", "first_dirtied_ns", "last_written_ns",
          "dirtied_to_written_ns"}
# That tell the rows of a list apart.
KEYS = ("name", "reason", "device", "row", "kind", "filesystem", "pid", "thread", "generation",
        "dev", "inode", "id", "ge")
COUNTED = ("capture", "devices", "throttle", "writeback", "page_cache", "processes", "files",
           "cgroups")


def counts(node, path, into):
    """Adds every count below a node to `into`, by its path."""
    if isinstance(node, dict):
        for key, value in node.items():
            if key not in STATES:
                counts(value, f"{path}.{key}", into)
    elif isinstance(node, list):
        for index, row in enumerate(node):
            name = index
            if isinstance(row, dict):
                name = " ".join(str(row[key]) for key in KEYS if key in row)
            counts(row, f"{path}[{name}]", into)
    elif isinstance(node, int) and not isinstance(node, bool):
        into[path] += node


def counts_of(documents):
    total = collections.Counter()
    for document in documents:
        for part in COUNTED:
            counts(document[part], part, total)
    return {path: count for path, count in total.items() if count}


def validator():
    try:
        from jsonschema import Draft202012Validator
    except ImportError:
        return None
    schema = SOURCE / "docs/schema/report-1.schema.json"
    return Draft202012Validator(json.loads(schema.read_text(encoding="utf-8")))


def schema_problems(documents):
    place = SOURCE / "tests/golden/validate_schema.py"
    spec = importlib.util.spec_from_file_location("validate_schema", place)
    against = validator()
    if against is None:
        return
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    for number, document in enumerate(documents, 1):
        for problem in module.problems_of(document, against):
            yield f"line {number}: {problem}"


def order_problems(parts, whole):
    end_ns = 0
    for number, document in enumerate(parts, 1):
        interval = document["interval"]
        if (interval["number"], interval["final"]) != (number, False):
            yield f"interval {number} calls itself {interval}"
        if interval["start_ns"] != end_ns or interval["end_ns"] <= end_ns:
            yield f"interval {number} does not follow the one before: {interval}"
        end_ns = interval["end_ns"]
    last = whole["interval"]
    if (last["number"], last["final"], last["start_ns"], last["end_ns"]) != \
            (len(parts), True, 0, end_ns):
        yield f"the last document calls itself {last}, after {len(parts)} intervals to {end_ns}"


def sum_problems(parts, whole):
    summed, expected = counts_of(parts), counts_of([whole])
    for path in sorted(summed.keys() | expected.keys()):
        if summed.get(path, 0) != expected.get(path, 0):
            yield f"{path}: {summed.get(path, 0)} in intervals, {expected.get(path, 0)} in all"


def time_problems(parts, seconds):
    for number, document in enumerate(parts, 1):
        late = document["interval"]["end_ns"] / 1e9 - number * seconds
        if not -0.01 <= late <= 0.8 * seconds:
            yield f"interval {number} ended {late:.3f} s late"


def main():
    stream, final = sys.argv[1:3]
    with open(stream, encoding="utf-8") as file:
        lines = file.read().splitlines()
    documents = []
    for number, line in enumerate(lines):
        one = pathlib.Path(f"{final}.{number}")
        one.write_text(line, encoding="utf-8")
        documents.append(report_view.load(one))
        one.unlink()
    pathlib.Path(final).write_text(lines[-1], encoding="utf-8")
    *parts, whole = documents
    problems = [*schema_problems(documents), *order_problems(parts, whole),
                *sum_problems(parts, whole)]
    if len(sys.argv) > 3:
        problems += time_problems(parts, float(sys.argv[3]))
    print("; ".join(problems[:5]) if problems else f"{len(parts)} intervals")


if __name__ == "__main__":
    main()
