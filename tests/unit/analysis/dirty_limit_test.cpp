// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "analysis/dirty_limit.h"

#include "tests/catch.h"
#include "tests/records.h"

using wbtrace::analysis::limit_that_bit;
using wbtrace::model::DirtyLimit;

namespace {

wb_dirty_throttled waits(std::uint64_t dirty, std::uint64_t bg_thresh, std::uint64_t thresh,
                         std::uint64_t global_thresh = 0) {
    auto record = wbtrace::tests::dirty_throttled(1000);
    record.dirty = dirty;
    record.bg_thresh = bg_thresh;
    record.thresh = thresh;
    record.global_thresh = global_thresh;
    return record;
}

}  // namespace

TEST_CASE("above the middle of the thresholds the global limit bit") {
    CHECK(limit_that_bit(waits(751, 500, 1000)) == DirtyLimit::global);
    CHECK(limit_that_bit(waits(751, 500, 1000, 1000)) == DirtyLimit::global);
    CHECK(limit_that_bit(waits(5000, 500, 1000)) == DirtyLimit::global);
}

TEST_CASE("in free run only the device's own limit can have bitten") {
    CHECK(limit_that_bit(waits(750, 500, 1000)) == DirtyLimit::device);
    CHECK(limit_that_bit(waits(0, 500, 1000, 1000)) == DirtyLimit::device);
}

TEST_CASE("the record may say that it is a cgroup's") {
    auto record = waits(0, 500, 1000, 1000);
    record.memcg = 1;
    CHECK(limit_that_bit(record) == DirtyLimit::memcg);
}

TEST_CASE("a threshold clearly below the global one is a cgroup's") {
    CHECK(limit_that_bit(waits(800, 500, 1000, 100'000)) == DirtyLimit::memcg);
    CHECK(limit_that_bit(waits(800, 500, 749, 1000)) == DirtyLimit::memcg);
    CHECK(limit_that_bit(waits(800, 500, 750, 1000)) == DirtyLimit::global);
    // Larger: a real-time task, whose limits the kernel raises.
    CHECK(limit_that_bit(waits(2000, 500, 1281, 1000)) == DirtyLimit::global);
    // The last one on this CPU was a real-time task's.
    CHECK(limit_that_bit(waits(900, 500, 1000, 1281)) == DirtyLimit::global);
}

TEST_CASE("garbage does not wrap") {
    constexpr std::uint64_t most = UINT64_MAX;
    CHECK(limit_that_bit(waits(most, most, most)) == DirtyLimit::device);
    CHECK(limit_that_bit(waits(most, most, most - 1)) == DirtyLimit::global);
    CHECK(limit_that_bit(waits(most - 1, 0, most)) == DirtyLimit::global);
    CHECK(limit_that_bit(waits(0, 0, 0)) == DirtyLimit::device);
}
