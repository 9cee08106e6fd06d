// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <memory>

#include "analysis/aggregator.h"
#include "analysis/context.h"

namespace wbtrace::analysis {

/// A row for each file: what was dirtied, added, evicted and written of it.
/// From page runs, completed requests and names of inodes.
std::unique_ptr<Aggregator> make_file_rows(const Context& context);

}  // namespace wbtrace::analysis
