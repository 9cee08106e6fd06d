// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <memory>

#include "analysis/aggregator.h"
#include "analysis/context.h"
#include "analysis/trace_facts.h"

namespace wbtrace::analysis {

/// Writeback works by reason and device, and the largest ones, into WritebackFigures.
std::unique_ptr<Aggregator> make_writeback_works(const Context& context);

/// Those that were not finished at the cut, longest running first.
void tell_running(const std::vector<RunningWork>& works, const Context& context,
                  model::WritebackFigures& to);

}  // namespace wbtrace::analysis
