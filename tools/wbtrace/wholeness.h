// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <optional>
#include <string>

#include "analysis/trace_facts.h"
#include "recording/recording.h"

namespace wbtrace {

/// Why there is less in what was read of a recording than was traced; empty when there is not.
/// `end`: the facts of the end, if they were read.
std::string why_less(const recording::Reading& reading, const analysis::StartFacts& start,
                     const std::optional<analysis::CutFacts>& end);

}  // namespace wbtrace
