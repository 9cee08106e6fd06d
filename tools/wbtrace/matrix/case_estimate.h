// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <map>
#include <string>
#include <vector>

#include "matrix/output_folder.h"

namespace wbtrace {

/// The cases of a plan that still have to be run, and what is known of the others.
struct Remaining {
    std::vector<bool> done;  ///< for each case, in their order
    /// Why not, of those that are left and cannot be run on this machine, by their place.
    std::map<std::size_t, std::string> impossible;
    std::size_t left = 0;
    double seconds_each = 0;  ///< of those that are left
    bool measured = false;    ///< from cases that were run, else assumed
};

/// Assumptions where nothing was run yet.
inline constexpr double assumed_mb_per_s = 100, assumed_overhead_s = 5;

Remaining remaining_cases(const std::string& out, const PlanFile& plan,
                          const std::vector<plan::Case>& cases);

/// The cases, one a line, each with what is known of it, as `--dry-run` prints them.
std::string dry_run_text(const std::vector<plan::Case>& cases, const Remaining& remaining);

/// How many there are and how long they take, in one line.
std::string expectation_text(const std::vector<plan::Case>& cases, const Remaining& remaining);

}  // namespace wbtrace
