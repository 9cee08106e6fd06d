// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include "base/result.h"
#include "cli/options.h"

namespace wbtrace::cli {

/// Options that each are fine, but not with each other, or not with or without a command.
Result<void> check_together(const Options& options);

}  // namespace wbtrace::cli
