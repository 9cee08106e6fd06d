// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <vector>

#include "compare/comparison.h"

namespace wbtrace::compare {

/// For each case and group with a significant change: the stages whose figures moved significantly,
/// and by at least 5 %, with it. That they moved together is all that is known; the order is by how
/// far.
std::vector<Why> reasons(const Comparison& comparison);

}  // namespace wbtrace::compare
