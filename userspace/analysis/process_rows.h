// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <memory>

#include "analysis/aggregator.h"
#include "analysis/context.h"

namespace wbtrace::analysis {

/// A row for each process, or thread: what it dirtied, issued and is charged with, what
/// it read and wrote by system calls, how long it was throttled. One that ended keeps
/// its row; a process that gets its number later has another.
std::unique_ptr<Aggregator> make_process_rows(const Context& context);

}  // namespace wbtrace::analysis
