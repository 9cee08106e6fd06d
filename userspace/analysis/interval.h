// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <cstdint>

#include "model/snapshot.h"

namespace wbtrace::analysis {

/// What happened between two snapshots of one trace, `older` the earlier one or empty: counts
/// and histograms are subtracted, states are those of the newer, rows in which nothing happened
/// vanish, but for devices, probes and losses. See interval_fields.h for each figure.
///
/// Intervals that follow each other without a gap add up to the whole, to the last count.
model::Snapshot interval_between(const model::Snapshot& older, model::Snapshot newer,
                                 std::uint64_t number);

/// Marks the snapshot of a whole trace of which there were so many intervals.
void mark_as_whole(model::Snapshot& snapshot, std::uint64_t intervals);

}  // namespace wbtrace::analysis
