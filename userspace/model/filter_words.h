// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <string>
#include <vector>

namespace wbtrace::model {

/// Of options as words ("--op write") those that choose requests and pages, and not tasks: the
/// time of threads cannot be told apart by them.
std::vector<std::string> filters_of_requests(const std::vector<std::string>& words);

}  // namespace wbtrace::model
