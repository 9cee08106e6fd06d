// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "analysis/registry.h"

#include <array>

#include "analysis/busy_time.h"
#include "analysis/cgroup_rows.h"
#include "analysis/file_rows.h"
#include "analysis/layers.h"
#include "analysis/process_rows.h"
#include "analysis/queue_depth.h"
#include "analysis/request_figures.h"
#include "analysis/request_kinds.h"
#include "analysis/sync_calls.h"
#include "analysis/throttle.h"
#include "analysis/writeback_works.h"

namespace wbtrace::analysis {

namespace {

constexpr std::array table = {
    AnalysisRow{"request_figures", "devices: sizes, times", make_request_figures},
    AnalysisRow{"queue_depth", "devices: queue depth at issue", make_queue_depth},
    AnalysisRow{"busy_time", "devices: time with a request at work", make_busy_time,
                &Context::busy_time},
    AnalysisRow{"request_kinds", "devices: requests by kind", make_request_kinds},
    AnalysisRow{"process_rows", "processes", make_process_rows},
    AnalysisRow{"file_rows", "files", make_file_rows},
    AnalysisRow{"cgroup_rows", "cgroups", make_cgroup_rows},
    AnalysisRow{"layers", "devices: time in each layer of a stack", make_layers},
    AnalysisRow{"throttle", "throttle: waits, limits, rate limits", make_throttle},
    AnalysisRow{"sync_calls", "sync_calls: durations, what they waited for", make_sync_calls},
    AnalysisRow{"writeback_works", "writeback: works by reason, largest", make_writeback_works},
};

}  // namespace

std::span<const AnalysisRow> analyses() { return table; }

std::vector<std::unique_ptr<Aggregator>> make_aggregators(const Context& context) {
    std::vector<std::unique_ptr<Aggregator>> aggregators;
    for (const auto& row : table)
        if (row.asked == nullptr || context.*row.asked) aggregators.push_back(row.make(context));
    return aggregators;
}

}  // namespace wbtrace::analysis
