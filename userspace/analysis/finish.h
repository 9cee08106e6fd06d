// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include "model/snapshot.h"

namespace wbtrace::analysis {

/// Figures that relate parts of the snapshot to each other: the share of the
/// command's wall time that it waited for throttling, without Snapshot::run empty;
/// the paths of files that sync calls were about; and the sync calls of each process
/// and file. The last step.
void finish(model::Snapshot& snapshot);

}  // namespace wbtrace::analysis
