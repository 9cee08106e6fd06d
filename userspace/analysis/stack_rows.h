// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <vector>

#include "events/task_times.h"
#include "model/stacks.h"

namespace wbtrace::analysis {

/// The rows of all kinds that were wanted, each with its frames. A process has one name in all
/// its rows where its threads were followed: the last; else that of the time of each row.
/// Pauses become ns; without `jiffies_per_second` (0) their weight is 0.
std::vector<model::StackRow> stack_rows(const events::TaskTimes& times,
                                        std::uint64_t jiffies_per_second);

}  // namespace wbtrace::analysis
