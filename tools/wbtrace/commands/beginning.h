// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include "base/result.h"
#include "cli/options.h"
#include "commands/flames.h"
#include "tracing.h"

namespace wbtrace {

/// A trace as the options want it, attached; nothing is counted yet.
Result<Tracing> begin_tracing(const cli::Options& options, Flames& flames);

}  // namespace wbtrace
