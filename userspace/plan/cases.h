// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/result.h"
#include "plan/plan.h"

namespace wbtrace::plan {

/// More are refused: at half a minute each they would take half a week.
inline constexpr std::size_t most_cases = 10000;

/// What the plan's axes come to, without making them; `most_cases` + 1 for any more.
std::size_t count_cases(const Plan& plan);

/// Every case, in the order in which they are run: as the plan writes its axes (the repeats
/// follow each other), or shuffled by its seed, the same on every machine. `label` is used as it
/// is. Fails when they are too many, when two would have one folder, and for a label that can be no
/// part of its name.
Result<std::vector<Case>> cases_of(const Plan& plan, const std::string& label);

/// The folder without repeat and label: "single-100M/ext4-10dd". Repeats of one case share it.
std::string case_name(const Case& one, Workload::Kind workload);

}  // namespace wbtrace::plan
