// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <cstdint>

#include "events/sink.h"
#include "model/snapshot.h"

namespace wbtrace::analysis {

/// Sees every record in time order and can at any time put what it made of them
/// into its part of a snapshot. Keeps its figures when asked, so it can be asked
/// again.
class Aggregator : public events::Sink {
public:
    using events::Sink::on;  // an aggregator overrides a few overloads, the rest stay seen

    virtual void fill(model::Snapshot& snapshot) const = 0;

    /// The same in the middle of a trace, when all records stamped before `cut_ns` have been
    /// seen: only what no later record changes, so that figures of later cuts are at least as
    /// large, and their differences are those of intervals. To be overridden by those whose
    /// fill() judges what is not decided yet.
    virtual void fill_until(std::uint64_t cut_ns, model::Snapshot& snapshot) {
        static_cast<void>(cut_ns);
        fill(snapshot);
    }
};

}  // namespace wbtrace::analysis
