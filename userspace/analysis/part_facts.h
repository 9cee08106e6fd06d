// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "analysis/trace_facts.h"

namespace wbtrace::analysis {

/// Facts of the end for a trace that was cut off before it: what its start and the records tell.
CutFacts facts_without_end(const StartFacts& start, const events::KernelTotals& from_records,
                           std::uint64_t last_ns);

/// Facts of a moment that the trace itself made no report at: the end's, but with the totals of
/// the records until then, and without what is of the whole: the command, its own cost.
CutFacts facts_in_between(const StartFacts& start, const CutFacts& end,
                          const events::KernelTotals& from_records, std::uint64_t cut_ns);

/// JSON paths of the figures that the kernel's totals know and records do not, each with
/// `reason`.
std::map<std::string, std::string> unknown_to_records(const std::string& reason);

}  // namespace wbtrace::analysis
