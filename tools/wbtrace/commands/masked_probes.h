// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <set>
#include <string>

#include "base/result.h"
#include "cli/options.h"

namespace wbtrace {

/// The tracepoints of --pretend-missing. Fails for one that no probe is about: a test that masks
/// nothing would pass for no reason.
Result<std::set<std::string>> masked_probes(const cli::Options& options);

}  // namespace wbtrace
