// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// The tables of a plan.
#pragma once

#include "base/result.h"
#include "plan/plan.h"
#include "plan/section.h"

namespace wbtrace::plan {

Result<void> read_devices(const Section& section, DevicePool& devices);
Result<void> read_trace(const Section& section, Tracing& tracing);
Result<void> read_axes(const Section& section, Axes& axes);
/// Looks at the layouts of the plan, too: not every template can deal with several folders.
Result<void> read_workload(const Section& section, Plan& plan);

}  // namespace wbtrace::plan
