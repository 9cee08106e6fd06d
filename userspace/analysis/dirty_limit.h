// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include "bpf/abi/writeback_events.h"
#include "model/snapshot.h"

namespace wbtrace::analysis {

/// Which limit made a task wait in balance_dirty_pages.
///
/// - memcg: the record says so (kernels that pass the domain), or else its threshold
///   lies well below the global one last seen on the same CPU.
/// - device: the domain is in free run, that is at or below the middle of its two
///   thresholds. The kernel throttles there only when the bdi has strict_limit.
/// - global: all else.
///
/// Without the domain in the record this is a judgement: a cgroup whose limit is
/// more than three quarters of the global one counts as global.
model::DirtyLimit limit_that_bit(const wb_dirty_throttled& record);

}  // namespace wbtrace::analysis
