// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "capture/filter.h"
#include "cli/options.h"

namespace wbtrace {

/// The filters of the options, as numbers of this machine.
Result<capture::Filter> chosen_filter(const cli::Options& options);

/// The same as words for the report: "--op write"; in the order of the manual.
std::vector<std::string> filter_words(const cli::Options& options);

/// The options that shape what is traced, for people: those of the filters, and the rest.
std::vector<std::string> option_words(const cli::Options& options);

}  // namespace wbtrace
