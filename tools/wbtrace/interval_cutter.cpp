// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "interval_cutter.h"

#include "analysis/interval.h"

namespace wbtrace {

Result<void> IntervalCutter::take(Result<model::Snapshot> now) {
    if (!now) return tl::unexpected(now.error());
    interval_ = analysis::interval_between(whole_, *now, ++number_);
    whole_ = std::move(*now);
    return {};
}

Result<void> IntervalCutter::cut() { return take(tracing_.so_far()); }

Result<void> IntervalCutter::finish() { return take(tracing_.finish(std::nullopt)); }

}  // namespace wbtrace
