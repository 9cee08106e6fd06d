// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <vector>

#include "base/result.h"
#include "compare/comparison.h"

namespace wbtrace::compare {

/// The settings in which a group differs from the first; what only some groups know is left out.
std::vector<Difference> differences_of(const std::vector<Group>& groups);

/// What makes a comparison doubtful: other devices, lost records, data that was not settled, parts
/// of recordings, cases that only some groups have. One line each.
std::vector<std::string> warnings_about(const std::vector<Group>& groups);

/// Fails for runs of several kinds and, unless `force`, for one that lost more than 1 % of its
/// records.
Result<void> check_comparable(const std::vector<Group>& groups, bool force);

}  // namespace wbtrace::compare
