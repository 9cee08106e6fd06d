// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include "bpf/abi/totals.h"
#include "model/histogram.h"

namespace wbtrace::analysis {

/// Requests per unplug, from the kernel's buckets (see WB_PLUG_BUCKETS), which are
/// the first ones of model::Histogram.
///
/// The sum is exact: the kernel keeps it apart, and values are placed inside their
/// buckets so that they add up to it. Counts by bucket are exact too; min and max are
/// exact below 32 and within their bucket above.
model::Histogram unplug_depths(const wb_device_totals& totals);

}  // namespace wbtrace::analysis
