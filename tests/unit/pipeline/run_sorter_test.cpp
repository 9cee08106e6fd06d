// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "pipeline/run_sorter.h"

#include <algorithm>
#include <random>

#include "tests/catch.h"

using wbtrace::pipeline::RecordKey;
using wbtrace::pipeline::RunSorter;

namespace {

// The frame is the place of arrival here, so that it shows whether the order is stable.
std::vector<RecordKey> keys_of(const std::vector<std::uint64_t>& times) {
    static const std::byte memory[1 << 16] = {};
    REQUIRE(times.size() <= sizeof memory);
    std::vector<RecordKey> keys;
    for (const auto time_ns : times) keys.push_back({time_ns, memory + keys.size()});
    return keys;
}

void check_sorts(const std::vector<std::uint64_t>& times) {
    auto expected = keys_of(times);
    RunSorter sorter;
    for (const auto& key : expected) sorter.push(key);
    std::stable_sort(expected.begin(), expected.end(),
                     [](const auto& a, const auto& b) { return a.time_ns < b.time_ns; });
    const auto sorted = sorter.sort();
    REQUIRE(sorted.size() == expected.size());
    CHECK(std::equal(
        sorted.begin(), sorted.end(), expected.begin(),
        [](const auto& a, const auto& b) { return a.time_ns == b.time_ns && a.frame == b.frame; }));
}

}  // namespace

TEST_CASE("the sorter sorts nothing, one and few") {
    check_sorts({});
    check_sorts({5});
    check_sorts({2, 1});
    check_sorts({3, 3, 3});
    check_sorts({UINT64_MAX, 0, UINT64_MAX, 0});
}

TEST_CASE("the sorter sorts any input, equal times by arrival") {
    std::mt19937_64 random(1);
    for (const std::uint64_t range : {2U, 10U, 1000U, 1'000'000U}) {
        std::vector<std::uint64_t> times(10007);
        for (auto& time_ns : times) time_ns = random() % range;
        check_sorts(times);
        std::sort(times.rbegin(), times.rend());
        check_sorts(times);
        std::sort(times.begin(), times.end());
        check_sorts(times);
    }
}

TEST_CASE("the sorter sorts rings one behind the other with late records") {
    std::mt19937_64 random(2);
    std::vector<std::uint64_t> times;
    for (int ring = 0; ring < 3; ++ring)
        for (std::uint64_t i = 0; i < 5003; ++i)
            times.push_back(100'000 + 10 * i - (random() % 50 == 0 ? random() % 2000 : 0));
    check_sorts(times);
}

TEST_CASE("around the farthest place that a key is moved to") {
    for (std::uint64_t back = 30; back < 36; ++back) {
        std::vector<std::uint64_t> times;
        for (std::uint64_t i = 0; i < 100; ++i) times.push_back(1000 + 2 * i);
        times.push_back(times.back() - 2 * back + 1);
        times.push_back(1199);
        check_sorts(times);
    }
}

TEST_CASE("what was not dropped is sorted with what comes later") {
    RunSorter sorter;
    for (const auto& key : keys_of({1, 5, 9})) sorter.push(key);
    sorter.sort();
    sorter.drop_front(1);
    for (const auto& key : keys_of({7, 4})) sorter.push(key);
    std::vector<std::uint64_t> times;
    for (const auto& key : sorter.sort()) times.push_back(key.time_ns);
    CHECK(times == std::vector<std::uint64_t>{4, 5, 7, 9});
    sorter.drop_front(4);
    CHECK(sorter.size() == 0);
    CHECK(sorter.sort().empty());
}
