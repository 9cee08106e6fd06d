// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace wbtrace::analysis {

struct Interval {
    std::uint64_t begin_ns = 0;
    std::uint64_t end_ns = 0;
};

/// How the time of a bio divides between its own device and the pieces beneath.
struct InFlightShares {
    std::uint64_t own_ns = 0;              ///< no piece was in flight
    std::vector<std::uint64_t> pieces_ns;  ///< of each piece, in the given order
};

/// Where several pieces are in flight at once, as with mirrors, each gets an equal part
/// of that time: own_ns and all pieces_ns add up to the whole exactly. What a piece took
/// outside of the whole does not count.
InFlightShares share_in_flight(Interval whole, std::span<const Interval> pieces);

/// Part of `ns` in the ratio part / whole, rounded down; 0 of nothing.
std::uint64_t in_proportion(std::uint64_t ns, std::uint64_t part, std::uint64_t whole);

}  // namespace wbtrace::analysis
