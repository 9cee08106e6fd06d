// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

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
};

}  // namespace wbtrace::analysis
