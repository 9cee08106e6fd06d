// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "analysis/in_flight_shares.h"

#include <algorithm>

namespace wbtrace::analysis {

namespace {

struct Edge {
    std::uint64_t time_ns;
    std::size_t piece;
    bool begins;
};

std::vector<Edge> edges_of(Interval whole, std::span<const Interval> pieces) {
    std::vector<Edge> edges;
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        const auto begin_ns = std::max(pieces[i].begin_ns, whole.begin_ns);
        const auto end_ns = std::min(pieces[i].end_ns, whole.end_ns);
        if (begin_ns >= end_ns) continue;
        edges.push_back({begin_ns, i, true});
        edges.push_back({end_ns, i, false});
    }
    std::sort(edges.begin(), edges.end(),
              [](const Edge& a, const Edge& b) { return a.time_ns < b.time_ns; });
    return edges;
}

// Fractions of nanoseconds are lost in rounding; the sum must not lose them.
void round_to(std::uint64_t sum_ns, const std::vector<double>& exact,
              std::vector<std::uint64_t>& rounded) {
    std::uint64_t left_ns = sum_ns;
    for (std::size_t i = 0; i < exact.size(); ++i) {
        rounded[i] = std::min(static_cast<std::uint64_t>(std::max(exact[i], 0.0)), left_ns);
        left_ns -= rounded[i];
    }
    if (!rounded.empty()) *std::max_element(rounded.begin(), rounded.end()) += left_ns;
}

}  // namespace

InFlightShares share_in_flight(Interval whole, std::span<const Interval> pieces) {
    InFlightShares shares;
    shares.pieces_ns.resize(pieces.size());
    const std::uint64_t whole_ns =
        whole.end_ns > whole.begin_ns ? whole.end_ns - whole.begin_ns : 0;
    // What one piece would have got so far, had it been in flight all the time.
    double level = 0;
    std::vector<double> exact(pieces.size());
    std::size_t in_flight = 0;
    std::uint64_t busy_ns = 0;
    std::uint64_t last_ns = 0;
    for (const Edge& edge : edges_of(whole, pieces)) {
        if (in_flight > 0) {
            busy_ns += edge.time_ns - last_ns;
            level += static_cast<double>(edge.time_ns - last_ns) / static_cast<double>(in_flight);
        }
        last_ns = edge.time_ns;
        exact[edge.piece] += edge.begins ? -level : level;
        in_flight = edge.begins ? in_flight + 1 : in_flight - 1;
    }
    round_to(busy_ns, exact, shares.pieces_ns);
    shares.own_ns = whole_ns - busy_ns;
    return shares;
}

std::uint64_t in_proportion(std::uint64_t ns, std::uint64_t part, std::uint64_t whole) {
    if (whole == 0) return 0;
    if (part == whole) return ns;
    const auto exact =
        static_cast<double>(ns) / static_cast<double>(whole) * static_cast<double>(part);
    return std::min(static_cast<std::uint64_t>(exact), ns);
}

}  // namespace wbtrace::analysis
