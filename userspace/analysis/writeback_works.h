// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <memory>

#include "analysis/aggregator.h"
#include "analysis/context.h"

namespace wbtrace::analysis {

/// Writeback works by reason and device, and the largest ones, into WritebackFigures.
std::unique_ptr<Aggregator> make_writeback_works(const Context& context);

}  // namespace wbtrace::analysis
