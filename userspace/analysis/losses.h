// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <vector>

#include "events/kernel_totals.h"
#include "model/snapshot.h"

namespace wbtrace::analysis {

/// One row for every cause of WB_LOSS_LIST, in its order, zero or not.
std::vector<model::Loss> losses(const events::KernelTotals& totals);

}  // namespace wbtrace::analysis
