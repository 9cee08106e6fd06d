// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// Text to runs. Nothing in a text is trusted.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "compare/run.h"

namespace wbtrace::compare {

/// From a JSON report of wbtrace (of a stream of intervals the last one, about the whole) or from
/// the JSON of fio, with all figures of the table and those `paths` of the document that lead to a
/// number. Fails for any other document, another schema, and a path that leads to something else.
/// `disks`: the names of those that the figures are about, since others have a part in what lies
/// beneath; of one that the report does not have there is no figure. Empty: all with nothing
/// beneath.
Result<Run> run_from_json(std::string name, std::string_view text,
                          std::span<const std::string> paths,
                          std::span<const std::string> disks = {});

/// The numbers of a file that has one on each line, at least one; empty when it has anything else.
std::optional<std::vector<double>> numbers_in(std::string_view text);

/// From a folder's files, by their names. Fails when none of them is a metric.
Result<Run> run_from_files(std::string name, const std::map<std::string, std::string>& files);

/// The texts of the folder of a matrix's case.
struct CaseFiles {
    std::string record;                       ///< case.json
    std::string report;                       ///< report.json
    std::map<std::string, std::string> rest;  ///< by name; those that are numbers are metrics
};

/// From a case's report, of its own disks, with the words of its axes as settings, and its metric
/// files, which win over figures of their name. Of a case that did not come to its end there is
/// nothing but `Run::left_out`.
Result<Run> run_from_case(std::string name, const CaseFiles& files,
                          std::span<const std::string> paths);

/// A path into a document, not the name of a metric.
bool is_path(std::string_view metric);

}  // namespace wbtrace::compare
