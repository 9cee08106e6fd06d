// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <cstdint>
#include <utility>

#include "base/result.h"
#include "model/snapshot.h"
#include "tracing.h"

namespace wbtrace {

/// Cuts a running trace into intervals that follow each other without a gap.
class IntervalCutter {
public:
    explicit IntervalCutter(Tracing& tracing) : tracing_(tracing) {}

    /// The interval ends now.
    Result<void> cut();
    /// The trace ends, and with it the last interval.
    Result<void> finish();

    [[nodiscard]] const model::Snapshot& interval() const { return interval_; }
    /// All since the start.
    [[nodiscard]] const model::Snapshot& whole() const { return whole_; }
    [[nodiscard]] std::uint64_t number() const { return number_; }

private:
    Result<void> take(Result<model::Snapshot> now);

    Tracing& tracing_;
    std::uint64_t number_ = 0;
    model::Snapshot interval_;
    model::Snapshot whole_;  // nothing before the first interval
};

}  // namespace wbtrace
