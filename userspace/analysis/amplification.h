// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include "model/snapshot.h"

namespace wbtrace::analysis {

/// Bytes written on their way from system call to medium, of the command where there is one,
/// from the rest of the snapshot, which must be complete.
model::Amplification amplification_of(const model::Snapshot& snapshot);

}  // namespace wbtrace::analysis
