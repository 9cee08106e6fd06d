// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "exports/perfetto_packets.h"

namespace wbtrace::exports::perfetto {

/// Gives numbers to tracks that are new.
class TrackNumbers {
public:
    TrackId next() { return ++last_; }
    /// So many that whoever can do without one should.
    [[nodiscard]] bool spent() const { return last_ >= most_tracks; }

private:
    static constexpr TrackId most_tracks = 1U << 20;
    TrackId last_ = 0;
};

/// What the slices of a track that overlap are drawn on: several tracks of one name. Slices on one
/// of them never overlap, as the format demands.
class Lanes {
public:
    Lanes(TrackId parent, std::string name) : parent_(parent), name_(std::move(name)) {}

    /// A lane that is free from `begin_ns` on; it is taken until `end_ns`. Of several the one that
    /// was used last, so that few are needed when slices come in the order of their ends. Empty
    /// when there are too many.
    std::optional<TrackId> take(std::uint64_t begin_ns, std::uint64_t end_ns, TrackNumbers& numbers,
                                Packets& packets);

    /// One that is always the same, for instants; 0: there is no more room.
    TrackId first(TrackNumbers& numbers, Packets& packets);

private:
    TrackId add(TrackNumbers& numbers, Packets& packets);

    static constexpr std::size_t most_lanes = 65'536;
    TrackId parent_;
    std::string name_;
    TrackId first_ = 0;
    std::multimap<std::uint64_t, TrackId> free_from_ns_;
};

}  // namespace wbtrace::exports::perfetto
