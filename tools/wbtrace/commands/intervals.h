// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include "base/result.h"
#include "cli/options.h"
#include "interval_sink.h"
#include "model/snapshot.h"
#include "tracing.h"
#include "workload/signals.h"

namespace wbtrace {

/// Shows every interval of a trace that is running, and at its end the whole, which it
/// returns. The last interval is as long as there was time for it; all of them add up to the
/// whole.
Result<model::Snapshot> trace_intervals(const cli::Options& options, Tracing& tracing,
                                        workload::SignalInbox& inbox, IntervalSink& sink);

}  // namespace wbtrace
