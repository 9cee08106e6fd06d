// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <memory>

#include "analysis/aggregator.h"
#include "analysis/context.h"

namespace wbtrace::analysis {

/// Waits in balance_dirty_pages by process, device and limit, and the dirty rate
/// limits, into ThrottleFigures. A pause is what the kernel asked for. The exact
/// numbers of waits there come from the kernel, see kernel_totals.h.
std::unique_ptr<Aggregator> make_throttle(const Context& context);

}  // namespace wbtrace::analysis
