#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""Validates JSON reports against the schema: validate_schema.py SCHEMA (FILE|DIRECTORY)...

Also checks what a schema cannot say: every null has its reason, and the schema
itself refuses documents that were damaged on purpose. Exit status 77 when the
jsonschema module is missing.
"""

import copy
import json
import pathlib
import sys

try:
    from jsonschema import Draft202012Validator
except ImportError:
    print("SKIP: the Python module jsonschema is missing (apt install python3-jsonschema)")
    sys.exit(77)

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "live"))
from report_view import unexplained_nulls

def histograms(node):
    if isinstance(node, dict):
        if "buckets" in node:
            yield node
        for value in node.values():
            yield from histograms(value)
    elif isinstance(node, list):
        for value in node:
            yield from histograms(value)


def problems_of(report, validator):
    for error in validator.iter_errors(report):
        where = "/".join(str(part) for part in error.absolute_path)
        yield f"{where or 'document'}: {error.message[:200]}"
        return
    for path in unexplained_nulls(report):
        yield f"{path} is null without a reason"
    for histogram in histograms(report):
        if sum(bucket["count"] for bucket in histogram["buckets"]) != histogram["count"]:
            yield "the buckets of a histogram do not add up to its count"


def damages():
    """Changes that the schema has to refuse, by name."""

    def remove(*path):
        def change(report):
            node = report
            for key in path[:-1]:
                node = node[key]
            del node[path[-1]]

        return change

    def put(value, *path):
        def change(report):
            node = report
            for key in path[:-1]:
                node = node[key]
            node[path[-1]] = value

        return change

    yield "another schema", put("wbtrace.report/2", "schema")
    yield "no findings key", remove("findings")
    yield "an unknown key", put(1, "surprise")
    yield "a loss that is no integer", put("many", "capture", "lost", "ring_full")
    yield "a loss that is null", put(None, "capture", "lost", "ring_full")
    yield "a missing operation", remove("devices", 0, "by_op", "flush")
    yield "a negative count", put(-1, "devices", 0, "bios", "queued")
    yield "a fraction of bytes", put(0.5, "devices", 0, "by_op", "write", "bytes")
    yield "an unknown unit", put("furlongs", "devices", 0, "queue_depth", "unit")
    yield "an empty histogram with a min", put(0, "devices", 0, "by_op", "flush",
                                               "request_size", "min")
    yield "no reasons", remove("capture", "unavailable")


def files_of(arguments):
    for argument in map(pathlib.Path, arguments):
        yield from sorted(argument.glob("*.json")) if argument.is_dir() else [argument]


def main():
    if len(sys.argv) < 3:
        sys.exit("usage: validate_schema.py SCHEMA (FILE|DIRECTORY)...")
    schema = json.loads(pathlib.Path(sys.argv[1]).read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(schema)
    validator = Draft202012Validator(schema)
    failures = 0
    files = list(files_of(sys.argv[2:]))
    for file in files:
        report = json.loads(file.read_text(encoding="utf-8"))
        for problem in problems_of(report, validator):
            print(f"FAIL {file.name}: {problem}")
            failures += 1
    damaged = [file for file in files if file.name == "plain_dd.json"]
    for file in damaged:
        report = json.loads(file.read_text(encoding="utf-8"))
        for name, change in damages():
            broken = copy.deepcopy(report)
            change(broken)
            if validator.is_valid(broken):
                print(f"FAIL the schema accepts {name}")
                failures += 1
    print(f"{len(files)} reports, {failures} failures")
    if not files:
        sys.exit("no report was found")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
