// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// What must hold for every text report, and between it and the JSON report.
#pragma once

#include <string>
#include <vector>

namespace wbtrace::golden {

/// One line per broken rule: width, control characters, trailing blanks.
std::vector<std::string> broken_page_rules(const std::string& text);

/// One line per key figure of the JSON report that the text report does not show.
std::vector<std::string> disagreements(const std::string& text, const std::string& json);

}  // namespace wbtrace::golden
