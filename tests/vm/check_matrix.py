#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""check_matrix.py OUT bios BYTES | fio BYTES

Every case of a matrix in OUT is done, and what its report counts is what its workload must come
to. bios: each is a raw write of so many bytes through the device node, hence one bio for each block
of it. fio: each wrote so many bytes in all, says fio itself, and they came to the device.
"""
import json
import pathlib
import sys

failures = 0


def expect(what, got, wanted):
    global failures
    if got == wanted:
        print(f"ok: {what}: {got}")
    else:
        print(f"FAILED: {what}: expected {wanted}, got {got}")
        failures += 1


def top_of(report):
    return max(report["devices"], key=lambda device: device["layer"])


def data_bios(device):
    flush = device["by_op"]["flush"]["requests"]
    without_data = flush if device["bio_based"] else device["bios"]["empty_flushes"]
    return device["bios"]["queued"] - device["by_op"]["read"]["requests"] - without_data


def check_bios(name, case, report, wanted):
    device = top_of(report)
    block = int(case["axes"]["block_size"])
    expect(f"{name}: bytes of {device['name']}", device["by_op"]["write"]["bytes"], wanted)
    expect(f"{name}: bios of {device['name']}", data_bios(device), wanted // block)


def check_fio(name, folder, report, wanted):
    text = json.loads((folder / "fio.json").read_text())
    expect(f"{name}: fio wrote", sum(job["write"]["io_bytes"] for job in text["jobs"]), wanted)
    written = sum(row["written_bytes"] for row in report["processes"] if row["comm"] == "fio")
    expect(f"{name}: system calls of fio", written >= wanted, True)
    device = top_of(report)
    expect(f"{name}: all came to {device['name']}",
           device["by_op"]["write"]["bytes"] >= wanted, True)


def main():
    out, kind, wanted = pathlib.Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
    cases = sorted(out.glob("*/*/case.json"))
    expect("there are cases", len(cases) > 0, True)
    for path in cases:
        name = str(path.parent.relative_to(out))
        case = json.loads(path.read_text())
        expect(f"{name} is", case["status"], "done")
        if case["status"] != "done":
            continue
        report = json.loads((path.parent / "report.json").read_text())
        expect(f"{name}: lost", sum(report["capture"]["lost"].values()), 0)
        if kind == "bios":
            check_bios(name, case, report, wanted)
        else:
            check_fio(name, path.parent, report, wanted)
    sys.exit(1 if failures else 0)


main()
