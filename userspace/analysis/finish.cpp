// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "analysis/finish.h"

#include <algorithm>

namespace wbtrace::analysis {

void finish(model::Snapshot& snapshot) {
    if (!snapshot.throttle || !snapshot.run || snapshot.run->wall_ns == 0) return;
    model::ThrottleFigures& throttle = *snapshot.throttle;
    // What children still waited for after the command was gone is none of its time.
    const std::uint64_t after_ns =
        std::min(throttle.scope_pause_after_end_ns, throttle.scope_pause_ns);
    throttle.wall_share = static_cast<double>(throttle.scope_pause_ns - after_ns) /
                          static_cast<double>(snapshot.run->wall_ns);
}

}  // namespace wbtrace::analysis
