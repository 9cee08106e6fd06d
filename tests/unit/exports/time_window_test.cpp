// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "exports/time_window.h"

#include <random>
#include <vector>

#include "tests/catch.h"

using wbtrace::exports::TimeWindow;

namespace {

struct Moment {
    std::uint64_t time_ns;
    int number;
};

}  // namespace

TEST_CASE("a window shows all in order, those of one time as they came") {
    std::vector<Moment> shown;
    TimeWindow<Moment> window(64, [&](const Moment& one) { shown.push_back(one); });
    std::mt19937 random(1);
    for (int i = 0; i < 1000; ++i) window.add({static_cast<std::uint64_t>(i) + random() % 16, i});
    window.finish();
    REQUIRE(shown.size() == 1000);
    CHECK(window.out_of_order() == 0);
    for (std::size_t i = 1; i < shown.size(); ++i) {
        REQUIRE(shown[i - 1].time_ns <= shown[i].time_ns);
        if (shown[i - 1].time_ns == shown[i].time_ns)
            REQUIRE(shown[i - 1].number < shown[i].number);
    }
}

TEST_CASE("what comes too late for the window is shown and counted") {
    std::vector<Moment> shown;
    TimeWindow<Moment> window(4, [&](const Moment& one) { shown.push_back(one); });
    for (int i = 10; i < 14; ++i) window.add({static_cast<std::uint64_t>(i), i});
    CHECK(shown.size() == 2);
    window.add({1, 1});
    window.finish();
    CHECK(shown.size() == 5);
    CHECK(window.out_of_order() == 1);
}
