// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// Files and folders to runs that can be compared.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "compare/run.h"

namespace wbtrace {

/// A recording (by way of its report), a JSON report, fio JSON, or a folder with a file for each
/// metric. `paths`: those into a document that are wanted, beside all figures. `disks`: see
/// compare::run_from_json().
Result<compare::Run> read_run(std::string path, std::span<const std::string> paths,
                              std::span<const std::string> disks = {});

}  // namespace wbtrace
