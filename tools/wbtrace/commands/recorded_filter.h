// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include "analysis/record_filter.h"
#include "analysis/trace_facts.h"
#include "base/result.h"
#include "cli/options.h"
#include "replay.h"

namespace wbtrace {

/// The filters of the options, in the terms of a recorded machine.
Result<analysis::Wanted> wanted_records(const cli::Options& options,
                                        const analysis::StartFacts& start);

/// What the options ask of a recording.
Result<ReplayOptions> replay_options(const cli::Options& options,
                                     const analysis::StartFacts& start);

}  // namespace wbtrace
