// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <nlohmann/json.hpp>

#include "base/result.h"
#include "compare/run.h"

namespace wbtrace::compare {

/// Whether the document is what `fio --output-format=json` writes.
bool is_fio(const nlohmann::json& document);

/// Puts what fio tells into `run`: bandwidth, requests and CPU time summed over the jobs, mean
/// completion latency over all of their requests, the longest runtime. Fails when a job ended with
/// an error.
Result<void> read_fio(Run& run, const nlohmann::json& document);

}  // namespace wbtrace::compare
