// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "base/result.h"
#include "matrix/case_estimate.h"
#include "matrix/case_run.h"

namespace wbtrace {

/// How the cases of a matrix ended.
struct MatrixEnd {
    std::size_t done = 0, failed = 0, skipped = 0;
    std::size_t passed_over = 0;  ///< done by an earlier start
    std::optional<int> signal;    ///< that ended it
};

/// Runs the cases that are left, one after the other. Fails when the machine could not be left as
/// it was, or nothing can be written any more.
Result<MatrixEnd> run_cases(const MatrixContext& context, const std::vector<plan::Case>& cases,
                            const Remaining& remaining, testbed::UndoJournal& journal, Watch watch);

/// "24 cases: 20 done (6 of them before), 1 failed, 3 skipped".
std::string spoken_end(const MatrixEnd& end, std::size_t cases);

}  // namespace wbtrace
