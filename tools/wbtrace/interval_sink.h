// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include "base/result.h"
#include "model/snapshot.h"
#include "workload/signals.h"

namespace wbtrace {

/// Who takes what was found in each interval.
class IntervalSink {
public:
    virtual ~IntervalSink() = default;

    /// Reports of intervals are coming.
    virtual Result<void> begin_intervals() = 0;
    /// `whole` is all since the start.
    virtual void show_interval(const model::Snapshot& interval, const model::Snapshot& whole) = 0;
    /// False: readers are far behind, and a report should be left out.
    [[nodiscard]] virtual bool takes_intervals() = 0;
    /// A reader has gone away, or an output failed: as good as a signal.
    [[nodiscard]] virtual bool ended() = 0;
    /// The whole, and the end of all outputs.
    virtual Result<void> show_last(const model::Snapshot& whole, workload::SignalInbox& inbox) = 0;
};

}  // namespace wbtrace
