// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "exports/perfetto_tracks.h"

#include <iterator>
#include <utility>

namespace wbtrace::exports::perfetto {

TrackId Lanes::add(TrackNumbers& numbers, Packets& packets) {
    const auto track = numbers.next();
    packets.describe_track(track, parent_, name_);
    if (first_ == 0) first_ = track;
    return track;
}

TrackId Lanes::first(TrackNumbers& numbers, Packets& packets) {
    if (first_ == 0 && !numbers.spent()) free_from_ns_.emplace(0, add(numbers, packets));
    return first_;
}

std::optional<TrackId> Lanes::take(std::uint64_t begin_ns, std::uint64_t end_ns,
                                   TrackNumbers& numbers, Packets& packets) {
    const auto later = free_from_ns_.upper_bound(begin_ns);
    if (later != free_from_ns_.begin()) {
        auto lane = free_from_ns_.extract(std::prev(later));
        lane.key() = end_ns;
        const auto track = lane.mapped();
        free_from_ns_.insert(std::move(lane));
        return track;
    }
    if (free_from_ns_.size() >= most_lanes || numbers.spent()) return std::nullopt;
    const auto track = add(numbers, packets);
    free_from_ns_.emplace(end_ns, track);
    return track;
}

}  // namespace wbtrace::exports::perfetto
