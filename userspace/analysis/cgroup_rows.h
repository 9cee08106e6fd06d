// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <memory>

#include "analysis/aggregator.h"
#include "analysis/context.h"

namespace wbtrace::analysis {

/// A row for each cgroup: what its tasks dirtied and are charged with, what the block
/// layer charges it with, how long its tasks were throttled.
std::unique_ptr<Aggregator> make_cgroup_rows(const Context& context);

}  // namespace wbtrace::analysis
