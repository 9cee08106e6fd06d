// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "matrix/output_folder.h"

namespace wbtrace {

/// The names of the metrics a plan asks for, sets as their members; without any those that suit its
/// workload. Fails for one that nobody knows, with its line.
Result<std::vector<std::string>> metrics_of(const PlanFile& plan);

struct CaseFigures {
    std::map<std::string, std::optional<double>> metrics;  ///< empty: could not be had
    std::optional<double> runtime_s;                       ///< of the workload
};

/// What a finished case tells: of its report, and of fio's JSON under names that begin with fio_.
/// `members`: the case's own disks, see compare::run_from_json(). Fails when report.json or
/// fio.json cannot be read.
Result<CaseFigures> read_metrics(const std::string& folder, const std::vector<std::string>& metrics,
                                 bool with_fio, const std::vector<std::string>& members);

}  // namespace wbtrace
