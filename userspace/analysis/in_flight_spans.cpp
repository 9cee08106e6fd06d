// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "analysis/in_flight_spans.h"

#include <algorithm>

namespace wbtrace::analysis {

void InFlightSpans::add(std::uint64_t from_ns, std::uint64_t to_ns) {
    // A record that came too late to be put in order ends before others.
    if (!spans_.empty()) to_ns = std::max(to_ns, spans_.back().to_ns);
    from_ns = std::min(from_ns, to_ns);
    while (!spans_.empty() && spans_.back().to_ns >= from_ns) {
        from_ns = std::min(from_ns, spans_.back().from_ns);
        spans_.pop_back();
    }
    spans_.push_back({from_ns, to_ns});
    if (spans_.size() > most_spans) spans_.pop_front();
}

std::uint64_t InFlightSpans::time_within(std::uint64_t from_ns, std::uint64_t to_ns) const {
    std::uint64_t time_ns = 0;
    for (auto span = spans_.rbegin(); span != spans_.rend() && span->to_ns > from_ns; ++span) {
        const std::uint64_t from = std::max(from_ns, span->from_ns);
        const std::uint64_t to = std::min(to_ns, span->to_ns);
        if (to > from) time_ns += to - from;
    }
    return time_ns;
}

void InFlightSpans::forget_before(std::uint64_t time_ns) {
    while (!spans_.empty() && spans_.front().to_ns <= time_ns) spans_.pop_front();
}

}  // namespace wbtrace::analysis
