// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "cli/options.h"

namespace wbtrace::cli {

using Words = std::vector<std::string>;

inline constexpr const char* help_remedy = "'wbtrace --help' lists what there is";

/// Takes the words that are no known options: at most a verb and what it wants, or, without a
/// verb, INTERVAL and COUNT.
Result<void> take_verb(Options& options, const Words& rest);

/// How a message calls the verb: "doctor", "--version".
std::string spoken(Verb verb);

}  // namespace wbtrace::cli
