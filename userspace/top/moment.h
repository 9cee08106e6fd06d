// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include "model/snapshot.h"

namespace wbtrace::top {

/// What is shown at one time: the last interval, and all since the start.
struct Moment {
    const model::Snapshot& interval;
    const model::Snapshot& whole;

    /// Above 0.
    [[nodiscard]] std::uint64_t duration_ns() const {
        const auto& part = interval.interval;
        const auto ns = part ? part->end_ns - part->start_ns : interval.capture.duration_ns;
        return ns == 0 ? 1'000'000'000 : ns;
    }
    [[nodiscard]] double seconds() const { return static_cast<double>(duration_ns()) / 1e9; }
};

}  // namespace wbtrace::top
