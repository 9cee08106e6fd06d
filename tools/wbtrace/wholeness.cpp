// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "wholeness.h"

#include <fmt/format.h>

#include <algorithm>

namespace wbtrace {

namespace {

std::string seconds(std::uint64_t ns) {
    return fmt::format("{:.3f} s", static_cast<double>(ns) / 1e9);
}

/// How long before the end that was; 0 without an end.
std::uint64_t before_end(std::uint64_t time_ns, const std::optional<analysis::CutFacts>& end) {
    return end ? end->cut_ns - std::min(end->cut_ns, time_ns) : 0;
}

}  // namespace

std::string why_less(const recording::Reading& reading, const analysis::StartFacts& start,
                     const std::optional<analysis::CutFacts>& end) {
    if (reading.damage)
        return fmt::format("{} at byte {} of the recording: only what comes before is shown",
                           reading.damage->why, reading.damage->offset);
    if (reading.dropped)
        return fmt::format("only the last {} of {} were kept",
                           seconds(before_end(reading.first_ns, end)),
                           seconds(before_end(start.start_ns, end)));
    if (!end) return "the recording was not ended";
    if (reading.lost != 0) return fmt::format("{} records could not be recorded", reading.lost);
    return {};
}

}  // namespace wbtrace
