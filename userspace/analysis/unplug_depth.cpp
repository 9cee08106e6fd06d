// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "analysis/unplug_depth.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace wbtrace::analysis {

namespace {

constexpr std::size_t last_bucket = WB_PLUG_BUCKETS - 1;

std::uint64_t sum_of_lower_edges(const wb_device_totals& totals) {
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < WB_PLUG_BUCKETS; ++i)
        sum += totals.unplug_depth[i] * model::Histogram::lower_edge(i);
    return sum;
}

// How much a bucket's values can exceed its lower edge, all together. The kernel puts
// everything larger into the last one.
std::uint64_t room_in(std::size_t bucket, std::uint64_t count) {
    if (bucket == last_bucket) return UINT64_MAX;
    const std::uint64_t width =
        model::Histogram::lower_edge(bucket + 1) - model::Histogram::lower_edge(bucket);
    return count * (width - 1);
}

}  // namespace

model::Histogram unplug_depths(const wb_device_totals& totals) {
    model::Histogram depths;
    const std::uint64_t lowest = sum_of_lower_edges(totals);
    // Less only if read in the middle of an update.
    std::uint64_t excess = std::max<std::uint64_t>(totals.unplug_depth_sum, lowest) - lowest;
    for (std::size_t i = 0; i < WB_PLUG_BUCKETS; ++i) {
        const std::uint64_t count = totals.unplug_depth[i];
        if (count == 0) continue;
        const std::uint64_t share = std::min(excess, room_in(i, count));
        const std::uint64_t depth = model::Histogram::lower_edge(i) + share / count;
        depths.record(depth, count - share % count);
        depths.record(depth + 1, share % count);
        excess -= share;
    }
    return depths;
}

}  // namespace wbtrace::analysis
