// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// Known values are those of scipy 1.10.1: ttest_ind(equal_var=False), mannwhitneyu with
// method="exact" or "asymptotic".
#include "compare/statistics.h"

#include <array>
#include <random>

#include "tests/catch.h"

using namespace wbtrace::compare;
using Values = std::vector<double>;

namespace {

const Values base = {196.9, 201.2, 188.4, 193.7, 199.0};
const Values changed = {120.3, 118.8, 125.6, 121.1, 119.2};
const Values many = {27.5, 21.0, 19.0, 23.6, 17.0, 17.9, 16.9, 20.1,
                     21.9, 22.6, 23.1, 19.6, 19.0, 21.7, 21.4};
const Values many_more = {27.1, 22.0, 20.8, 23.4, 23.4, 23.5, 25.8, 22.0,
                          24.8, 20.2, 21.9, 22.1, 22.9, 30.5, 24.4};

}  // namespace

TEST_CASE("what a list of values comes to") {
    const auto summary = summary_of(base);
    CHECK(summary.count == 5);
    CHECK(summary.mean == Approx(195.84));
    CHECK(summary.stddev == Approx(4.99429674729085));
    CHECK(summary.median == 196.9);
    CHECK(summary_of(Values{3, 1, 2, 9}).median == 2.5);
    CHECK(summary_of(Values{7}).stddev == 0);
}

TEST_CASE("Welch's test gives the known p") {
    CHECK(*welch(base, changed) == Approx(6.925904248818452e-08));
    CHECK(*welch(many, many_more) == Approx(0.008071938172194901));
    CHECK(*welch(Values{1.1, 2.2, 3.3}, Values{2.5, 4.1, 5.7, 6.2}) == Approx(0.069499416318451));
    CHECK(*welch(Values{30.02, 29.99}, Values{30.11, 29.97, 30.01}) == Approx(0.6192849250168745));
}

TEST_CASE("Welch's test without any spread, or without repeats") {
    CHECK(welch(Values{4, 4}, Values{4, 4}) == 1.0);
    // A spread of 0.1 % is assumed: ttest_ind_from_stats(4, 0.004, 2, 5, 0.005, 2).
    CHECK(*welch(Values{4, 4}, Values{5, 5}) == Approx(3.175221125898351e-05).epsilon(1e-9));
    CHECK(*welch(Values{128, 128}, Values{1, 1}) < 0.001);
    CHECK(*welch(Values{16, 16}, Values{17, 17}, 0.018) > 0.05);
    CHECK_FALSE(welch(Values{4}, Values{5, 6}));
    CHECK_FALSE(welch(Values{}, Values{5, 6}));
    CHECK_FALSE(mann_whitney(Values{4, 5}, Values{6}));
}

TEST_CASE("the Mann-Whitney test gives the known p") {
    CHECK(*mann_whitney(base, changed) == Approx(0.007936507936507936));
    CHECK(*mann_whitney(many, many_more) == Approx(0.005788641486744119));
    CHECK(*mann_whitney(Values{1.1, 2.2, 3.3}, Values{2.5, 4.1, 5.7, 6.2}) ==
          Approx(0.11428571428571428));
    CHECK(*mann_whitney(Values{30.02, 29.99}, Values{30.11, 29.97, 30.01}) == 1.0);
    CHECK(*mann_whitney(Values{1, 2, 2, 3}, Values{2, 3, 4, 7}) == Approx(0.1366582477381475));
    CHECK(*mann_whitney(Values{1, 1}, Values{1, 1}) == 1.0);
}

TEST_CASE("the interval of the ratio is the same each time and holds the ratio") {
    const auto interval = ratio_interval(base, changed);
    REQUIRE(interval);
    CHECK(interval->low < 121.0 / 195.84);
    CHECK(interval->high > 121.0 / 195.84);
    CHECK(interval->low > 0.59);
    CHECK(interval->high < 0.65);
    CHECK(ratio_interval(base, changed)->low == interval->low);
    CHECK_FALSE(ratio_interval(Values{0, 0}, changed));
    CHECK_FALSE(ratio_interval(Values{1}, changed));
}

TEST_CASE("the interval covers the true ratio about as often as it says") {
    std::mt19937 random(7);
    std::normal_distribution<double> noise(100, 10);
    int covered = 0;
    for (int i = 0; i < 200; ++i) {
        Values one(20), other(20);
        for (double& value : one) value = noise(random);
        for (double& value : other) value = noise(random);
        const auto interval = ratio_interval(one, other);
        covered += interval->low <= 1 && interval->high >= 1 ? 1 : 0;
    }
    CHECK(covered > 178);  // 95 % of 200 less four standard deviations
}

TEST_CASE("Holm's correction") {
    // Worked out by hand: 4 x 0.01, 3 x 0.02, 2 x 0.03, then not below the one before.
    const auto corrected = holm({0.04, 0.01, 0.03, 0.02});
    const Values expected = {0.06, 0.04, 0.06, 0.06};
    for (std::size_t i = 0; i < 4; ++i) CHECK(corrected[i] == Approx(expected[i]));
    CHECK(holm({0.9, 0.8}) == Values{1, 1});
    CHECK(holm({}).empty());
}
