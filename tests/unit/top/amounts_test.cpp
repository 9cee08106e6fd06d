// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "top/amounts.h"

#include <cmath>

#include "tests/catch.h"

using namespace wbtrace::top;

TEST_CASE("figures say their size in few digits") {
    CHECK(amount_text(Unit::count, 0) == "0");
    CHECK(amount_text(Unit::count, 0.01) == "0.1");
    CHECK(amount_text(Unit::count, 2.5) == "2.5");
    CHECK(amount_text(Unit::count, 3) == "3");
    CHECK(amount_text(Unit::count, 9999) == "9999");
    CHECK(amount_text(Unit::count, 12'345) == "12.3k");
    CHECK(amount_text(Unit::bytes, 1023) == "1023");
    CHECK(amount_text(Unit::bytes, 1024) == "1.00K");
    CHECK(amount_text(Unit::bytes, 67.0 * (1 << 20)) == "67.0M");
    CHECK(amount_text(Unit::time, 512) == "512ns");
    CHECK(amount_text(Unit::time, 1'290'000) == "1.29ms");
    CHECK(amount_text(Unit::time, 86'400e9) == "86400s");
    CHECK(amount_text(Unit::percent, 0.00001) == "0.1");
    CHECK(amount_text(Unit::percent, 0.813) == "81");
    CHECK(amount_text(Unit::percent, 12.4) == "1240");
    CHECK(amount_text(Unit::bytes, std::nullopt) == "-");
    CHECK(amount_text(Unit::bytes, NAN) == "-");
}

TEST_CASE("no figure is wider than its column") {
    for (const auto unit : {Unit::count, Unit::bytes, Unit::time, Unit::percent})
        for (double value = 1e-12; value < 1e18; value *= 1.009)
            REQUIRE(amount_text(unit, value).size() <= widest(unit));
}
