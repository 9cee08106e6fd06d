// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <cstdint>

#include "model/histogram.h"

namespace wbtrace::analysis {

/// Differences of stamps. CLOCK_MONOTONIC never goes back, but stamps are taken on
/// different CPUs by different programs: a pair that runs backwards gives 0 and is
/// counted, instead of wrapping to centuries.
class Elapsed {
public:
    /// Records the difference; a pair of which one is missing (0) is only counted.
    void record(std::uint64_t from_ns, std::uint64_t to_ns, model::Histogram& to) {
        if (from_ns == 0 || to_ns == 0)
            ++anomalies_;
        else
            to.record(between(from_ns, to_ns));
    }

    [[nodiscard]] std::uint64_t between(std::uint64_t from_ns, std::uint64_t to_ns) {
        if (to_ns >= from_ns) return to_ns - from_ns;
        ++anomalies_;
        return 0;
    }

    [[nodiscard]] std::uint64_t anomalies() const { return anomalies_; }

private:
    std::uint64_t anomalies_ = 0;
};

/// Saturates; 0 when the length of a jiffy is not known.
constexpr std::uint64_t jiffies_to_ns(std::uint64_t jiffies, std::uint64_t per_second) {
    constexpr std::uint64_t ns_per_second = 1'000'000'000;
    if (per_second == 0) return 0;
    const std::uint64_t seconds = jiffies / per_second;
    const std::uint64_t rest = jiffies % per_second;
    if (seconds >= UINT64_MAX / ns_per_second) return UINT64_MAX;
    return seconds * ns_per_second + rest * ns_per_second / per_second;
}

/// Saturates.
constexpr std::uint64_t times(std::uint64_t count, std::uint64_t each) {
    return each != 0 && count > UINT64_MAX / each ? UINT64_MAX : count * each;
}

}  // namespace wbtrace::analysis
