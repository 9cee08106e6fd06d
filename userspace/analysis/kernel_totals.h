// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include "analysis/context.h"
#include "events/kernel_totals.h"
#include "model/snapshot.h"

namespace wbtrace::analysis {

/// Puts the kernel's own counters into the snapshot: totals of devices, bios, plugs,
/// dirty throttling and the page cache, thresholds, and one row for every cause of
/// loss. They are exact even when records were lost. Comes after lay_out_devices().
void apply(const events::KernelTotals& totals, const Context& context, model::Snapshot& snapshot);

}  // namespace wbtrace::analysis
