// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "analysis/stamp_sorter.h"

#include <algorithm>
#include <random>

#include "tests/catch.h"

using wbtrace::analysis::StampSorter;

namespace {

void check_sorts(StampSorter& sorter, std::vector<std::uint64_t> stamps) {
    auto expected = stamps;
    std::sort(expected.begin(), expected.end());
    sorter.sort(stamps);
    CHECK(stamps == expected);
}

}  // namespace

TEST_CASE("stamps: none, one, equal ones and the extremes") {
    StampSorter sorter;
    check_sorts(sorter, {});
    check_sorts(sorter, {5});
    check_sorts(sorter, {7, 7, 7});
    check_sorts(sorter, {2, 1});
    check_sorts(sorter, {UINT64_MAX, 0, UINT64_MAX, 1, 0, UINT64_MAX - 1});
}

TEST_CASE("stamps of any spread are sorted, whatever was sorted before") {
    std::mt19937_64 random(3);
    StampSorter sorter;
    for (unsigned bits = 1; bits <= 64; ++bits) {
        std::vector<std::uint64_t> stamps(bits % 2 == 0 ? 1009 : 211);
        const std::uint64_t base = bits < 60 ? 1'000'000'000'000 : 0;
        for (auto& stamp : stamps) stamp = base + (random() >> (64 - bits));
        check_sorts(sorter, stamps);
    }
}
