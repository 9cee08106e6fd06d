// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "analysis/trace_facts.h"
#include "exports/exporter.h"
#include "exports/perfetto_fields.h"

namespace wbtrace::exports::perfetto {

/// A number that stands for a track; 0 is none.
using TrackId = std::uint64_t;

/// Which events an arrow goes through; 0 is none.
using FlowId = std::uint64_t;

/// A message that is being made. No string: appending to one byte by byte is a call each.
using Message = std::vector<char>;

/// Texts that are written once and then named by a number. When too many are known they stand
/// in full.
class InternedTexts {
public:
    InternedTexts(Field field, std::size_t most) : field_(field), most_(most) {}

    /// Its number; 0: it found no room. What must be told of it first is appended to `news`.
    std::uint64_t number_of(std::string_view text, Message& news);

private:
    struct Hash : std::hash<std::string_view> {
        using is_transparent = void;
    };
    Field field_;
    std::size_t most_;
    std::unordered_map<std::string, std::uint64_t, Hash, std::equal_to<>> numbers_;
};

/// The packets of one sequence. Times are ns of CLOCK_MONOTONIC.
class Packets {
public:
    explicit Packets(Write write) : out_(std::move(write)) {}

    /// First: which clock the times are of.
    void begin(const analysis::StartFacts& start);
    void flush() { out_.flush(); }

    void describe_process(TrackId track, std::uint32_t tgid, std::string_view comm);
    void describe_track(TrackId track, TrackId parent, std::string_view name);
    /// `unit`: one of track::unit_*, or words.
    void describe_counter(TrackId track, TrackId parent, std::string_view name, std::int32_t unit);
    void describe_counter(TrackId track, TrackId parent, std::string_view name, const char* unit);

    // What is to be said of the next slice or instant.
    void argument(std::string_view name, std::uint64_t value);
    void argument_signed(std::string_view name, std::int64_t value);
    void argument(std::string_view name, std::string_view value);
    void drop_arguments() { arguments_.clear(); }

    void slice_begin(TrackId track, std::uint64_t time_ns, std::string_view name, FlowId ends = 0);
    void slice_end(TrackId track, std::uint64_t time_ns);
    void instant(TrackId track, std::uint64_t time_ns, std::string_view name, FlowId through = 0);
    void counter(TrackId track, std::uint64_t time_ns, std::int64_t value);

private:
    void write_event(std::uint64_t time_ns);
    void write_descriptor();
    void write_packet();
    void begin_descriptor(TrackId track, TrackId parent, std::string_view name);
    void begin_event(std::int32_t type, TrackId track);
    void name_event(std::string_view name);
    void begin_argument(std::string_view name);
    void end_argument();
    void take_arguments();

    Outflow out_;
    InternedTexts event_names_{interned::event_names, 4096};
    InternedTexts argument_names_{interned::annotation_names, 4096};
    InternedTexts argument_texts_{interned::annotation_strings, 65'536};
    Message arguments_;  // of the next event, as its fields
    Message news_;       // interned texts that the next packet must tell
    Message event_, inner_, packet_;
};

}  // namespace wbtrace::exports::perfetto
