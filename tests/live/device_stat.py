# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""What the kernel itself counts for a device: /sys/class/block/NAME/stat."""

FIELDS = (
    "read_ios", "read_merges", "read_sectors", "read_ticks",
    "write_ios", "write_merges", "write_sectors", "write_ticks",
    "in_flight", "io_ticks", "queue_ticks",
    "discard_ios", "discard_merges", "discard_sectors", "discard_ticks",
    "flush_ios", "flush_ticks",
)


class Stat:
    """The change of each of the 17 fields between two readings."""

    def __init__(self, before, after):
        for field, old, new in zip(FIELDS, before, after):
            setattr(self, field, new - old)
        self.merges = self.read_merges + self.write_merges + self.discard_merges


def read_fields(path):
    with open(path, encoding="ascii") as file:
        values = [int(word) for word in file.read().split()]
    if len(values) != len(FIELDS):
        raise ValueError(f"{path} has {len(values)} fields instead of {len(FIELDS)}")
    return values


def delta(path):
    """Between the readings in the files PATH.before and PATH.after."""
    return Stat(read_fields(path + ".before"), read_fields(path + ".after"))
