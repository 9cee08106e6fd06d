// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include "analysis/context.h"
#include "events/task_times.h"
#include "model/snapshot.h"

namespace wbtrace::analysis {

/// Puts where the time of threads went into the snapshot, unless it was not followed. Waits
/// are told apart by the functions on their stacks, see wait_rules.h; without the kernel's
/// symbols they are all "other", and the reason is given. The time on a CPU is exact; how it is
/// split between user and kernel is estimated from the scheduler's ticks.
void apply(const events::TaskTimes& times, const Context& context, model::Snapshot& snapshot);

}  // namespace wbtrace::analysis
