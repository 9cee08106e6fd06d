// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "analysis/elapsed.h"

#include "tests/catch.h"

using namespace wbtrace::analysis;

TEST_CASE("differences are not negative; those that would be are counted") {
    Elapsed elapsed;
    CHECK(elapsed.between(3, 10) == 7);
    CHECK(elapsed.between(10, 10) == 0);
    CHECK(elapsed.anomalies() == 0);
    CHECK(elapsed.between(10, 9) == 0);
    CHECK(elapsed.between(UINT64_MAX, 0) == 0);
    CHECK(elapsed.anomalies() == 2);
}

TEST_CASE("jiffies become nanoseconds without rounding the sum away") {
    CHECK(jiffies_to_ns(1, 1000) == 1'000'000);
    CHECK(jiffies_to_ns(3, 300) == 10'000'000);
    CHECK(jiffies_to_ns(301, 300) == 1'003'333'333);
    CHECK(jiffies_to_ns(UINT64_MAX, 100) == UINT64_MAX);
    CHECK(jiffies_to_ns(5, 0) == 0);
}

TEST_CASE("products saturate") {
    CHECK(times(0, 4096) == 0);
    CHECK(times(7, 4096) == 28672);
    CHECK(times(UINT64_MAX, 2) == UINT64_MAX);
    CHECK(times(5, 0) == 0);
}
