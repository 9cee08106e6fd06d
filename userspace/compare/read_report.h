// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <nlohmann/json.hpp>

#include "base/result.h"
#include "compare/run.h"

namespace wbtrace::compare {

/// Puts what a JSON report of wbtrace tells into `run`. Fails when it is none, or of a schema that
/// is not known.
Result<void> read_report(Run& run, const nlohmann::json& report);

}  // namespace wbtrace::compare
