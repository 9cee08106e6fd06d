# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""Reads a Perfetto trace with Google's protobuf library, from the public field numbers alone, and
lays its events out as trace_processor does: by time, those of one time in the order of the file."""

import collections
import dataclasses

from google.protobuf import descriptor_pb2, descriptor_pool, message_factory

# message: {field number: (name, type, repeated)}. Types in capitals are messages.
MESSAGES = {
    "Trace": {1: ("packet", "Packet", True)},
    "Packet": {
        6: ("clock_snapshot", "ClockSnapshot", False), 8: ("timestamp", "uint64", False),
        10: ("trusted_packet_sequence_id", "uint32", False),
        11: ("track_event", "TrackEvent", False), 12: ("interned_data", "Interned", False),
        13: ("sequence_flags", "uint32", False), 59: ("trace_packet_defaults", "Defaults", False),
        60: ("track_descriptor", "Track", False)},
    "Defaults": {58: ("timestamp_clock_id", "uint32", False)},
    "ClockSnapshot": {1: ("clocks", "Clock", True), 2: ("primary_trace_clock", "int32", False)},
    "Clock": {1: ("clock_id", "uint32", False), 2: ("timestamp", "uint64", False)},
    "Track": {
        1: ("uuid", "uint64", False), 2: ("name", "string", False),
        3: ("process", "Process", False), 5: ("parent_uuid", "uint64", False),
        8: ("counter", "Counter", False)},
    "Process": {1: ("pid", "int32", False), 6: ("process_name", "string", False)},
    "Counter": {3: ("unit", "int32", False), 6: ("unit_name", "string", False)},
    "TrackEvent": {
        4: ("debug_annotations", "Annotation", True), 9: ("type", "int32", False),
        10: ("name_iid", "uint64", False), 23: ("name", "string", False),
        11: ("track_uuid", "uint64", False),
        30: ("counter_value", "int64", False), 47: ("flow_ids", "fixed64", True),
        48: ("terminating_flow_ids", "fixed64", True)},
    "Annotation": {
        1: ("name_iid", "uint64", False), 3: ("uint_value", "uint64", False),
        4: ("int_value", "int64", False), 6: ("string_value", "string", False),
        10: ("name", "string", False),
        17: ("string_value_iid", "uint64", False)},
    "Interned": {
        2: ("event_names", "Name", True), 3: ("debug_annotation_names", "Name", True),
        29: ("debug_annotation_string_values", "Bytes", True)},
    "Name": {1: ("iid", "uint64", False), 2: ("name", "string", False)},
    "Bytes": {1: ("iid", "uint64", False), 2: ("str", "bytes", False)},
}
BEGIN, END, INSTANT, COUNTER = 1, 2, 3, 4


def trace_class():
    file = descriptor_pb2.FileDescriptorProto(name="trace.proto", package="p", syntax="proto2")
    types = descriptor_pb2.FieldDescriptorProto
    for message, fields in MESSAGES.items():
        to = file.message_type.add(name=message)
        for number, (name, kind, repeated) in fields.items():
            field = to.field.add(name=name, number=number)
            field.label = types.LABEL_REPEATED if repeated else types.LABEL_OPTIONAL
            if kind in MESSAGES:
                field.type, field.type_name = types.TYPE_MESSAGE, f".p.{kind}"
            else:
                field.type = getattr(types, f"TYPE_{kind.upper()}")
    pool = descriptor_pool.DescriptorPool()
    pool.Add(file)
    return message_factory.MessageFactory(pool).GetPrototype(pool.FindMessageTypeByName("p.Trace"))


def has_unknown_fields(message):
    if len(message.UnknownFields()) > 0:
        return True
    values = (value for field, value in message.ListFields() if field.type == field.TYPE_MESSAGE)
    return any(has_unknown_fields(one) for value in values
               for one in (value if hasattr(value, "add") else [value]))


@dataclasses.dataclass
class Slice:
    track: int
    name: str
    begin: int
    arguments: dict
    end: int = -1
    depth: int = 0

    @property
    def duration(self):
        return self.end - self.begin


class PerfettoTrace:
    """`slices`, `counters` (track -> [(time, value)]), `tracks`, `flows` (id -> [time, ...], with
    None at the end of one that is ended), and `problems`: what trace_processor would not like."""

    def __init__(self, data):
        self.problems, self.tracks, self.slices, self.instants = [], {}, [], []
        self.counters, self.flows = collections.defaultdict(list), collections.defaultdict(list)
        self.names, self.argument_names, self.texts = {}, {}, {}
        trace = trace_class()()
        trace.ParseFromString(data)
        if has_unknown_fields(trace):
            self.problems.append("fields that no public number names")
        events = [event for packet in trace.packet for event in self.look_at(packet)]
        events.sort(key=lambda event: event[0])
        self.lay_out(events)

    def look_at(self, packet):
        if packet.trusted_packet_sequence_id == 0:
            self.problems.append("a packet without a sequence")
        if packet.HasField("track_descriptor"):
            track = packet.track_descriptor
            if track.uuid in self.tracks or track.uuid == 0:
                self.problems.append(f"track {track.uuid} is described twice")
            if track.parent_uuid and track.parent_uuid not in self.tracks:
                self.problems.append(f"track {track.uuid} has an unknown parent")
            self.tracks[track.uuid] = track
        for table, entries in ((self.names, packet.interned_data.event_names),
                               (self.argument_names, packet.interned_data.debug_annotation_names)):
            table.update((entry.iid, entry.name) for entry in entries)
        for entry in packet.interned_data.debug_annotation_string_values:
            self.texts[entry.iid] = entry.str.decode("utf-8")
        if packet.HasField("track_event"):
            event = packet.track_event
            if event.track_uuid not in self.tracks:
                self.problems.append(f"an event on the unknown track {event.track_uuid}")
            yield packet.timestamp, event, self.arguments_of(event)

    def arguments_of(self, event):
        values = {}
        for note in event.debug_annotations:
            value = self.texts.get(note.string_value_iid) if note.string_value_iid else next(
                (value for field, value in note.ListFields()
                 if field.name not in ("name_iid", "name")), None)
            values[note.name or self.argument_names.get(note.name_iid)] = value
        if None in values or None in values.values():
            self.problems.append("an argument without a name or a value")
        return values

    def lay_out(self, events):
        open_slices = collections.defaultdict(list)
        for time, event, arguments in events:
            track = self.tracks.get(event.track_uuid)
            counts = track is not None and track.HasField("counter")
            if counts != (event.type == COUNTER):
                self.problems.append("an event of the wrong kind for its track")
            stack = open_slices[event.track_uuid]
            for flow in list(event.flow_ids) + list(event.terminating_flow_ids):
                self.flows[flow].append(time)
            if event.type == COUNTER:
                self.counters[event.track_uuid].append((time, event.counter_value))
            elif event.type == INSTANT:
                self.instants.append((time, event.track_uuid, self.names.get(event.name_iid)))
            elif event.type == BEGIN:
                name = event.name or self.names.get(event.name_iid)
                stack.append(Slice(event.track_uuid, name, time, arguments, depth=len(stack)))
            elif not stack:
                self.problems.append(f"an end without a begin at {time}")
            else:
                self.slices.append(stack.pop())
                self.slices[-1].end = time
        if any(open_slices.values()):
            self.problems.append("slices that never end")

    def name_of(self, track):
        return self.tracks[track].name

    def process_of(self, track):
        """The number of the process that the track belongs to, if any."""
        parent = self.tracks.get(self.tracks[track].parent_uuid)
        return parent.process.pid if parent is not None and parent.HasField("process") else None


def load(path):
    with open(path, "rb") as file:
        return PerfettoTrace(file.read())
