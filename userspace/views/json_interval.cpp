// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "views/json_sections.h"
#include "views/local_time_text.h"

namespace wbtrace::views {

Json json_interval(const model::Snapshot& snapshot) {
    const auto& interval = *snapshot.interval;
    return {{"number", interval.number},
            {"final", interval.whole},
            {"start_ns", interval.start_ns},
            {"end_ns", interval.end_ns},
            {"time", snapshot.taken_at ? Json(iso_time_text(*snapshot.taken_at)) : Json(nullptr)}};
}

}  // namespace wbtrace::views
