// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "capture/filter.h"
#include "cli/options.h"

namespace wbtrace {

/// The filters of the options, as numbers of this machine.
Result<capture::Filter> chosen_filter(const cli::Options& options);

/// A word of --pid.
Result<std::uint32_t> process_number(const std::string& word);

/// A word of --op as bit n for enum wb_op n.
Result<std::uint32_t> operation_bit(const std::string& word);

/// The same as words for the report: "--op write"; in the order of the manual.
std::vector<std::string> filter_words(const cli::Options& options);

/// The options that shape what is traced, for people: those of the filters, and the rest.
std::vector<std::string> option_words(const cli::Options& options);

}  // namespace wbtrace
