// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <memory>

#include "analysis/aggregator.h"
#include "analysis/context.h"

namespace wbtrace::analysis {

/// Calls of the fsync family, and the requests that ended while each was waiting, into
/// SyncFigures. A call whose begin was lost, whose file or disk is not known, or that
/// finds too many others waiting has a duration only. Of those
/// that call, the tables of processes and files keep so many as those of the report do.
std::unique_ptr<Aggregator> make_sync_calls(const Context& context);

}  // namespace wbtrace::analysis
