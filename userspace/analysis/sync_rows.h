// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include "model/snapshot.h"

namespace wbtrace::analysis {

/// Sets the sync calls of each row of a process or file. Left empty where they cannot be
/// told: without Snapshot::sync_calls, in rows of no single process or file, of threads, of
/// processes that shared a number, and of those that a trace of a command does not follow.
/// Snapshot::sync_calls does not have them any more.
void give_syncs_to_rows(model::Snapshot& snapshot);

}  // namespace wbtrace::analysis
