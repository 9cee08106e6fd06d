// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include "base/result.h"
#include "cli/options.h"
#include "commands/reporting.h"
#include "model/snapshot.h"
#include "tracing.h"
#include "workload/signals.h"

namespace wbtrace {

/// Reports on every interval of a trace that is running, and at its end on the whole, which it
/// returns. The last interval is as long as there was time for it; all of them add up to the
/// whole.
Result<model::Snapshot> trace_intervals(const cli::Options& options, Tracing& tracing,
                                        workload::SignalInbox& inbox, Reporting& reporting);

}  // namespace wbtrace
