// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "analysis/registry.h"

#include <array>

#include "analysis/layers.h"
#include "analysis/queue_depth.h"
#include "analysis/request_figures.h"
#include "analysis/throttle.h"
#include "analysis/writeback_works.h"

namespace wbtrace::analysis {

namespace {

constexpr std::array table = {
    AnalysisRow{"request_figures", "devices: sizes, times", make_request_figures},
    AnalysisRow{"queue_depth", "devices: queue depth at issue", make_queue_depth},
    AnalysisRow{"layers", "devices: time in each layer of a stack", make_layers},
    AnalysisRow{"throttle", "throttle: waits, limits, rate limits", make_throttle},
    AnalysisRow{"writeback_works", "writeback: works by reason, largest", make_writeback_works},
};

}  // namespace

std::span<const AnalysisRow> analyses() { return table; }

std::vector<std::unique_ptr<Aggregator>> make_aggregators(const Context& context) {
    std::vector<std::unique_ptr<Aggregator>> aggregators;
    for (const auto& row : table) aggregators.push_back(row.make(context));
    return aggregators;
}

}  // namespace wbtrace::analysis
