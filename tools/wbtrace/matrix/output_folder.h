// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// Where a matrix keeps its results: OUT, and in it a folder for each case.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "plan/case.h"
#include "plan/case_record.h"
#include "plan/plan.h"

namespace wbtrace {

/// A plan as it was read.
struct PlanFile {
    std::string path;  ///< as it was given
    std::string text;
    std::string job;  ///< the text of fio's job file; else empty
    plan::Plan plan;
};

/// A file of the results, whole or not at all.
Result<void> keep_text(const std::string& path, std::string_view text);

/// Whether a plan can be run into this folder: it is not there, empty, or holds the results of the
/// same plan and job.
Result<void> check_output(const std::string& out, const PlanFile& plan);

/// Makes the folder and puts plan, job and order into it.
Result<void> begin_output(const std::string& out, const PlanFile& plan,
                          const std::vector<plan::Case>& cases);

/// What is known of a case that ran before; empty when nothing is.
std::optional<plan::CaseRecord> case_record_in(const std::string& out, const plan::Case& one);

/// Makes the case's folder, and takes away what an earlier attempt has left there.
Result<std::string> begin_case_folder(const std::string& out, const plan::Case& one);

/// A file for each metric that could be had, then case.json: what is known of it so far.
Result<void> write_case(const std::string& folder, const plan::CaseRecord& record);

}  // namespace wbtrace
