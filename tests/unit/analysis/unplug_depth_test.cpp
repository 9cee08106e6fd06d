// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "analysis/unplug_depth.h"

#include <algorithm>
#include <random>

#include "tests/catch.h"

using namespace wbtrace;

namespace {

// What the kernel side counts.
void unplug(wb_device_totals& totals, std::uint64_t depth) {
    const auto bucket = std::min<std::size_t>(model::Histogram::index_of(depth), 79);
    ++totals.unplug_depth[bucket];
    totals.unplug_depth_sum += depth;
}

}  // namespace

TEST_CASE("no unplug gives an empty histogram") {
    CHECK(analysis::unplug_depths(wb_device_totals{}).empty());
}

TEST_CASE("depths below 32 are exact") {
    wb_device_totals totals{};
    for (const std::uint64_t depth : {1U, 1U, 16U, 31U, 31U, 31U}) unplug(totals, depth);
    const auto depths = analysis::unplug_depths(totals);
    CHECK(depths.count() == 6);
    CHECK(depths.sum() == 111);
    CHECK(depths.min() == 1);
    CHECK(depths.max() == 31);
    CHECK(depths.quantile(0.5) == 16);
}

TEST_CASE("counts by bucket and the sum are exact for any depths") {
    std::mt19937_64 random(9);
    for (int round = 0; round < 101; ++round) {
        wb_device_totals totals{};
        model::Histogram expected;
        for (int i = 0; i < 53; ++i) {
            const std::uint64_t depth = 1 + random() % 247;
            unplug(totals, depth);
            expected.record(depth);
        }
        const auto depths = analysis::unplug_depths(totals);
        REQUIRE(depths.sum() == expected.sum());
        const auto a = depths.buckets();
        const auto b = expected.buckets();
        REQUIRE(std::equal(
            a.begin(), a.end(), b.begin(), b.end(),
            [](const auto& x, const auto& y) { return x.ge == y.ge && x.count == y.count; }));
    }
}

TEST_CASE("depths beyond the last bucket keep count and sum") {
    wb_device_totals totals{};
    for (const std::uint64_t depth : {3U, 40U, 1000U, 2003U}) unplug(totals, depth);
    const auto depths = analysis::unplug_depths(totals);
    CHECK(depths.count() == 4);
    CHECK(depths.sum() == 3046);
}

TEST_CASE("a sum read too early does not wrap") {
    wb_device_totals totals{};
    unplug(totals, 20);
    totals.unplug_depth_sum = 7;
    CHECK(analysis::unplug_depths(totals).sum() == 20);
}
