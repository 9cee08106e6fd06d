// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <string>

#include "model/snapshot.h"

namespace wbtrace::views {

inline constexpr const char* report_schema = "wbtrace.report/1";

/// The report for programs: one indented document, described in
/// docs/json-schema.md. What is not valid UTF-8 in a name is replaced.
std::string json_report(const model::Snapshot& snapshot);

/// The same document on one line, for a stream of several.
std::string json_line(const model::Snapshot& snapshot);

}  // namespace wbtrace::views
