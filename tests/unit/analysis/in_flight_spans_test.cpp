// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "analysis/in_flight_spans.h"

#include "tests/catch.h"

using wbtrace::analysis::InFlightSpans;

TEST_CASE("times that overlap or touch count once") {
    InFlightSpans spans;
    spans.add(100, 200);
    spans.add(150, 250);
    spans.add(250, 300);
    spans.add(400, 500);
    CHECK(spans.size() == 2);
    CHECK(spans.time_within(0, 1000) == 300);
    CHECK(spans.time_within(120, 450) == 180 + 50);
    CHECK(spans.time_within(300, 400) == 0);
    CHECK(spans.time_within(450, 450) == 0);
}

TEST_CASE("a long request swallows the short ones that ended before it") {
    InFlightSpans spans;
    spans.add(10, 20);
    spans.add(30, 40);
    spans.add(5, 50);
    CHECK(spans.size() == 1);
    CHECK(spans.time_within(0, 100) == 45);
}

TEST_CASE("late records and stamps that run backwards do not break the order") {
    InFlightSpans spans;
    spans.add(100, 200);
    spans.add(120, 150);
    spans.add(900, 300);
    CHECK(spans.time_within(0, 1000) == 100);
}

TEST_CASE("what nobody asks for any more is forgotten, and memory is bounded") {
    InFlightSpans spans;
    for (std::uint64_t i = 0; i < 3 * InFlightSpans::most_spans; ++i) spans.add(10 * i, 10 * i + 5);
    CHECK(spans.size() == InFlightSpans::most_spans);
    spans.forget_before(UINT64_MAX);
    CHECK(spans.size() == 0);
}
