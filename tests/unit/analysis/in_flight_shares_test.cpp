// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "analysis/in_flight_shares.h"

#include <numeric>

#include "tests/catch.h"

using wbtrace::analysis::in_proportion;
using wbtrace::analysis::Interval;
using wbtrace::analysis::share_in_flight;

using Shares = std::vector<std::uint64_t>;

TEST_CASE("without pieces all time is the device's own") {
    CHECK(share_in_flight({100, 200}, {}).own_ns == 100);
}

TEST_CASE("mirrors at work at once are not added but share the time") {
    const std::vector<Interval> mirrors = {{110, 150}, {110, 190}};
    const auto shares = share_in_flight({100, 200}, mirrors);
    CHECK(shares.own_ns == 20);
    CHECK(shares.pieces_ns == Shares{20, 60});
}

TEST_CASE("between two pieces the time is the device's own") {
    const std::vector<Interval> pieces = {{100, 120}, {150, 200}};
    const auto shares = share_in_flight({100, 200}, pieces);
    CHECK(shares.own_ns == 30);
    CHECK(shares.pieces_ns == Shares{20, 50});
}

TEST_CASE("what a piece took before and after the whole does not count") {
    const std::vector<Interval> pieces = {{50, 120}, {190, 900}, {300, 400}, {180, 170}};
    const auto shares = share_in_flight({100, 200}, pieces);
    CHECK(shares.own_ns == 70);
    CHECK(shares.pieces_ns == Shares{20, 10, 0, 0});
}

TEST_CASE("shares that do not come out even lose no nanosecond") {
    const std::vector<Interval> pieces(7, {1000, 2009});
    const auto shares = share_in_flight({0, 3001}, pieces);
    CHECK(shares.own_ns == 3001 - 1009);
    CHECK(std::accumulate(shares.pieces_ns.begin(), shares.pieces_ns.end(), std::uint64_t{0}) ==
          1009);
}

TEST_CASE("a whole that runs backwards has no time to share") {
    const std::vector<Interval> pieces = {{100, 200}};
    CHECK(share_in_flight({200, 100}, pieces).own_ns == 0);
}

TEST_CASE("a proportion is exact for all and none, and never more than all") {
    CHECK(in_proportion(1009, 7, 7) == 1009);
    CHECK(in_proportion(1009, 0, 7) == 0);
    CHECK(in_proportion(1009, 1, 0) == 0);
    CHECK(in_proportion(1000, 1, 4) == 250);
}
