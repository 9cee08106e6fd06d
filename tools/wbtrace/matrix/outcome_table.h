// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "matrix/case_run.h"

namespace wbtrace {

/// The metrics of the cases that are done, repeats together, as `compare` lays them out. Empty when
/// none is done.
Result<std::string> outcome_table(const MatrixContext& context,
                                  const std::vector<plan::Case>& cases);

}  // namespace wbtrace
