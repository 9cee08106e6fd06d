// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "exports/perfetto_packets.h"

#include <protozero/buffer_vector.hpp>
#include <protozero/pbf_writer.hpp>

#include <algorithm>

#include "base/printable.h"

namespace wbtrace::exports::perfetto {

namespace {

using pbf_writer = protozero::basic_pbf_writer<Message>;

constexpr std::uint32_t our_sequence = 1;

/// A field of text must be UTF-8.
std::string clean(std::string_view text) { return printable(text); }

void add_clock(pbf_writer& snapshot, std::uint32_t id, std::uint64_t time_ns) {
    pbf_writer clock(snapshot, clock_snapshot::clocks);
    clock.add_uint32(clock_snapshot::clock_id, id);
    clock.add_uint64(clock_snapshot::timestamp, time_ns);
}

}  // namespace

std::uint64_t InternedTexts::number_of(std::string_view text, Message& news) {
    if (const auto known = numbers_.find(text); known != numbers_.end()) return known->second;
    if (numbers_.size() >= most_) return 0;
    const std::uint64_t number = numbers_.size() + 1;
    numbers_.emplace(text, number);
    pbf_writer to(news);
    pbf_writer entry(to, field_);
    entry.add_uint64(interned::iid, number);
    entry.add_string(interned::text, clean(text));
    return number;
}

void Packets::begin(const analysis::StartFacts& start) {
    packet_.clear();
    pbf_writer packet(packet_);
    packet.add_uint32(packet::sequence_id, our_sequence);
    packet.add_uint32(packet::sequence_flags, packet::state_cleared);
    {
        pbf_writer snapshot(packet, packet::clock_snapshot);
        add_clock(snapshot, clock_snapshot::monotonic, start.start_ns);
        const auto unix_ns = std::max<std::int64_t>(start.started_at.unix_ns, 0);
        add_clock(snapshot, clock_snapshot::realtime, static_cast<std::uint64_t>(unix_ns));
        snapshot.add_uint32(clock_snapshot::primary_trace_clock, clock_snapshot::monotonic);
    }
    {
        pbf_writer defaults(packet, packet::defaults);
        defaults.add_uint32(packet::timestamp_clock_id, clock_snapshot::monotonic);
    }
    write_packet();
}

void Packets::write_packet() {
    protozero::pbf_writer to(out_.text());
    to.add_message(trace::packet, packet_.data(), packet_.size());
    out_.flush_if_full();
}

void Packets::write_descriptor() {
    packet_.clear();
    pbf_writer packet(packet_);
    packet.add_uint32(packet::sequence_id, our_sequence);
    packet.add_message(packet::track_descriptor, event_.data(), event_.size());
    write_packet();
}

void Packets::begin_descriptor(TrackId track, TrackId parent, std::string_view name) {
    event_.clear();
    pbf_writer to(event_);
    to.add_uint64(track::uuid, track);
    if (parent != 0) to.add_uint64(track::parent_uuid, parent);
    if (!name.empty()) to.add_string(track::name, clean(name));
}

void Packets::describe_process(TrackId track, std::uint32_t tgid, std::string_view comm) {
    begin_descriptor(track, 0, {});
    {
        pbf_writer to(event_);
        pbf_writer process(to, track::process);
        process.add_int32(track::pid, static_cast<std::int32_t>(tgid));
        process.add_string(track::process_name, clean(comm));
    }
    write_descriptor();
}

void Packets::describe_track(TrackId track, TrackId parent, std::string_view name) {
    begin_descriptor(track, parent, name);
    write_descriptor();
}

void Packets::describe_counter(TrackId track, TrackId parent, std::string_view name,
                               std::int32_t unit) {
    begin_descriptor(track, parent, name);
    {
        pbf_writer to(event_);
        pbf_writer counter(to, track::counter);
        counter.add_enum(track::unit, unit);
    }
    write_descriptor();
}

void Packets::describe_counter(TrackId track, TrackId parent, std::string_view name,
                               const char* unit) {
    begin_descriptor(track, parent, name);
    {
        pbf_writer to(event_);
        pbf_writer counter(to, track::counter);
        counter.add_enum(track::unit, track::unit_count);
        counter.add_string(track::unit_name, unit);
    }
    write_descriptor();
}

void Packets::begin_argument(std::string_view name) {
    inner_.clear();
    pbf_writer to(inner_);
    if (const auto number = argument_names_.number_of(name, news_); number != 0)
        to.add_uint64(annotation::name_iid, number);
    else
        to.add_string(annotation::name, clean(name));
}

void Packets::end_argument() {
    pbf_writer(arguments_).add_message(event::debug_annotations, inner_.data(), inner_.size());
}

void Packets::argument(std::string_view name, std::uint64_t value) {
    begin_argument(name);
    pbf_writer(inner_).add_uint64(annotation::uint_value, value);
    end_argument();
}

void Packets::argument_signed(std::string_view name, std::int64_t value) {
    begin_argument(name);
    pbf_writer(inner_).add_int64(annotation::int_value, value);
    end_argument();
}

void Packets::argument(std::string_view name, std::string_view value) {
    begin_argument(name);
    if (const auto number = argument_texts_.number_of(value, news_); number != 0)
        pbf_writer(inner_).add_uint64(annotation::string_value_iid, number);
    else
        pbf_writer(inner_).add_string(annotation::string_value, clean(value));
    end_argument();
}

void Packets::begin_event(std::int32_t type, TrackId track) {
    event_.clear();
    pbf_writer to(event_);
    to.add_enum(event::type, type);
    to.add_uint64(event::track_uuid, track);
}

void Packets::name_event(std::string_view name) {
    if (const auto number = event_names_.number_of(name, news_); number != 0)
        pbf_writer(event_).add_uint64(event::name_iid, number);
    else
        pbf_writer(event_).add_string(event::name, clean(name));
}

void Packets::write_event(std::uint64_t time_ns) {
    packet_.clear();
    pbf_writer packet(packet_);
    packet.add_uint64(packet::timestamp, time_ns);
    packet.add_uint32(packet::sequence_id, our_sequence);
    packet.add_uint32(packet::sequence_flags, packet::needs_state);
    packet.add_message(packet::track_event, event_.data(), event_.size());
    if (!news_.empty()) packet.add_message(packet::interned_data, news_.data(), news_.size());
    news_.clear();
    write_packet();
}

void Packets::take_arguments() {
    event_.insert(event_.end(), arguments_.begin(), arguments_.end());
    arguments_.clear();
}

void Packets::slice_begin(TrackId track, std::uint64_t time_ns, std::string_view name,
                          FlowId ends) {
    begin_event(event::slice_begin, track);
    name_event(name);
    if (ends != 0) pbf_writer(event_).add_fixed64(event::terminating_flow_ids, ends);
    take_arguments();
    write_event(time_ns);
}

void Packets::slice_end(TrackId track, std::uint64_t time_ns) {
    begin_event(event::slice_end, track);
    write_event(time_ns);
}

void Packets::instant(TrackId track, std::uint64_t time_ns, std::string_view name, FlowId through) {
    if (track == 0) return;
    begin_event(event::instant, track);
    name_event(name);
    if (through != 0) pbf_writer(event_).add_fixed64(event::flow_ids, through);
    take_arguments();
    write_event(time_ns);
}

void Packets::counter(TrackId track, std::uint64_t time_ns, std::int64_t value) {
    begin_event(event::counter, track);
    pbf_writer(event_).add_int64(event::counter_value, value);
    write_event(time_ns);
}

}  // namespace wbtrace::exports::perfetto
