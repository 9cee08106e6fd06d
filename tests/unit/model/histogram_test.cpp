// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "model/histogram.h"

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "tests/catch.h"

using wbtrace::model::Histogram;

namespace {

constexpr std::uint64_t most = UINT64_MAX;
constexpr std::size_t last_index = 975;

std::vector<std::uint64_t> edge_values() {
    std::vector<std::uint64_t> values = {0, most};
    for (unsigned n = 0; n < 64; ++n) {
        const auto power = std::uint64_t{1} << n;
        values.insert(values.end(), {power - 1, power, power + 1});
    }
    return values;
}

std::vector<std::uint64_t> spread_values(std::size_t count) {
    std::mt19937_64 random{20260101};
    std::vector<std::uint64_t> values;
    for (std::size_t i = 0; i < count; ++i) values.push_back(random() >> (random() % 64));
    return values;
}

Histogram of(const std::vector<std::uint64_t>& values) {
    Histogram histogram;
    for (const auto value : values) histogram.record(value);
    return histogram;
}

std::uint64_t total(const std::vector<Histogram::Bucket>& buckets) {
    std::uint64_t count = 0;
    for (const auto& bucket : buckets) count += bucket.count;
    return count;
}

bool same(const Histogram& a, const Histogram& b) {
    const auto left = a.buckets();
    const auto right = b.buckets();
    if (left.size() != right.size()) return false;
    for (std::size_t i = 0; i < left.size(); ++i) {
        if (left[i].ge != right[i].ge || left[i].count != right[i].count) return false;
    }
    return a.count() == b.count() && a.sum() == b.sum() && a.min() == b.min() && a.max() == b.max();
}

}  // namespace

TEST_CASE("each value lies inside its bucket") {
    for (const auto value : edge_values()) {
        CAPTURE(value);
        const auto index = Histogram::index_of(value);
        REQUIRE(index <= last_index);
        CHECK(Histogram::lower_edge(index) <= value);
        if (index < last_index) CHECK(value < Histogram::lower_edge(index + 1));
    }
    CHECK(Histogram::index_of(most) == last_index);
}

TEST_CASE("buckets follow each other and are at most 1/16 wide") {
    for (std::size_t index = 0; index < last_index; ++index) {
        CAPTURE(index);
        const auto low = Histogram::lower_edge(index);
        const auto high = Histogram::lower_edge(index + 1);
        REQUIRE(low < high);
        CHECK(Histogram::index_of(low) == index);
        CHECK(Histogram::index_of(high - 1) == index);
        if (low < 32) {
            CHECK(high - low == 1);
        } else {
            CHECK(high - low <= low / 16);
        }
    }
}

TEST_CASE("an empty histogram says nothing") {
    const Histogram histogram;
    CHECK(histogram.empty());
    CHECK(histogram.min() == 0);
    CHECK(histogram.max() == 0);
    CHECK(histogram.mean() == 0.0);
    CHECK(histogram.quantile(0.5) == 0);
    CHECK(histogram.buckets().empty());
    CHECK(histogram.powers_of_two().empty());
}

TEST_CASE("recording a value no times changes nothing") {
    Histogram histogram;
    histogram.record(7, 0);
    CHECK(histogram.empty());
    CHECK(histogram.max() == 0);
    CHECK(histogram.buckets().empty());
}

TEST_CASE("count, sum, min and max are exact") {
    Histogram histogram;
    histogram.record(4096, 131);
    histogram.record(3);
    histogram.record(70254592);
    CHECK(histogram.count() == 133);
    CHECK(histogram.sum() == 4096ull * 131 + 3 + 70254592);
    CHECK(histogram.min() == 3);
    CHECK(histogram.max() == 70254592);
    CHECK(histogram.mean() == Approx(static_cast<double>(histogram.sum()) / 133));
}

TEST_CASE("the sum saturates") {
    Histogram by_adding;
    by_adding.record(most);
    by_adding.record(1);
    CHECK(by_adding.sum() == most);
    Histogram by_times;
    by_times.record(std::uint64_t{1} << 40, std::uint64_t{1} << 40);
    CHECK(by_times.sum() == most);
    Histogram merged;
    merged.record(2);
    merged.merge(by_times);
    CHECK(merged.sum() == most);
}

TEST_CASE("merging equals recording everything in one") {
    const auto values = spread_values(5003);
    const std::vector<std::uint64_t> head(values.begin(), values.begin() + 1009);
    const std::vector<std::uint64_t> tail(values.begin() + 1009, values.end());
    auto forward = of(head);
    forward.merge(of(tail));
    auto backward = of(tail);
    backward.merge(of(head));
    CHECK(same(forward, of(values)));
    CHECK(same(backward, of(values)));
    forward.merge(Histogram{});
    CHECK(same(forward, of(values)));
}

TEST_CASE("buckets hold every count in ascending order") {
    const auto histogram = of(spread_values(5003));
    const auto buckets = histogram.buckets();
    CHECK(total(buckets) == histogram.count());
    for (std::size_t i = 1; i < buckets.size(); ++i) REQUIRE(buckets[i - 1].lt <= buckets[i].ge);
    CHECK(of({most}).buckets().front().lt == most);
}

TEST_CASE("powers of two never lose a count") {
    const auto values = edge_values();
    const auto histogram = of(values);
    const auto rows = histogram.powers_of_two();
    REQUIRE(rows.size() == 64);
    CHECK(total(rows) == values.size());
    CHECK(rows.front().ge == 0);
    CHECK(rows.front().lt == 2);
    CHECK(rows.back().ge == std::uint64_t{1} << 63);
    CHECK(rows.back().lt == most);
    CHECK(rows.back().count == 3);  // 2^63, 2^63 + 1 and the greatest of all
    for (const auto& row : rows) {
        std::uint64_t expected = 0;
        for (const auto value : values) {
            expected += value >= row.ge && (value < row.lt || row.lt == most);
        }
        CHECK(row.count == expected);
    }
}

TEST_CASE("powers of two start and end where the values do") {
    const auto rows = of({5, 40}).powers_of_two();
    REQUIRE(rows.size() == 4);
    CHECK(rows[0].ge == 4);
    CHECK(rows[0].count == 1);
    CHECK(rows[1].count == 0);
    CHECK(rows[2].count == 0);
    CHECK(rows[3].ge == 32);
    CHECK(rows[3].lt == 64);
}

TEST_CASE("quantiles rise and stay between min and max") {
    const auto histogram = of(spread_values(5003));
    std::uint64_t before = 0;
    for (int i = 0; i <= 1000; ++i) {
        const auto value = histogram.quantile(i / 1000.0);
        CAPTURE(i, value, before);
        REQUIRE(value >= before);
        REQUIRE(value >= histogram.min());
        REQUIRE(value <= histogram.max());
        before = value;
    }
    CHECK(histogram.quantile(1.0) == histogram.max());
}

TEST_CASE("quantiles are right to 1/16") {
    auto values = spread_values(5003);
    const auto histogram = of(values);
    std::sort(values.begin(), values.end());
    for (const double q : {0.01, 0.5, 0.9, 0.99, 0.999}) {
        const auto rank = static_cast<std::size_t>(std::ceil(q * 5003));
        const auto exact = values[rank - 1];
        const auto found = histogram.quantile(q);
        CAPTURE(q, exact, found);
        CHECK(Histogram::index_of(found) == Histogram::index_of(exact));
    }
}

TEST_CASE("small values have exact quantiles") {
    Histogram histogram;
    for (std::uint64_t value = 0; value < 32; ++value) histogram.record(value);
    CHECK(histogram.quantile(0.5) == 15);
    CHECK(histogram.quantile(0.75) == 23);
    CHECK(of({17}).quantile(0.5) == 17);
}

TEST_CASE("parts of a histogram merge to the whole") {
    const auto values = spread_values(5003);
    Histogram whole, merged, older;
    std::vector<std::uint64_t> part_values;
    for (std::size_t i = 0; i < values.size(); ++i) {
        whole.record(values[i] >> 16);
        part_values.push_back(values[i] >> 16);
        if (i % 307 != 0) continue;
        const auto part = whole.since(older);
        const auto [least, most_of_part] =
            std::minmax_element(part_values.begin(), part_values.end());
        CHECK(part.count() == part_values.size());
        CHECK(Histogram::index_of(part.min()) == Histogram::index_of(*least));
        CHECK(Histogram::index_of(part.max()) == Histogram::index_of(*most_of_part));
        CHECK(part.min() <= *least);
        CHECK(part.max() <= *most_of_part);
        merged.merge(part);
        older = whole;
        part_values.clear();
    }
    merged.merge(whole.since(older));
    CHECK(merged.count() == whole.count());
    CHECK(merged.sum() == whole.sum());
    CHECK(merged.min() == whole.min());
    CHECK(merged.max() == whole.max());
    const auto left = merged.buckets();
    const auto right = whole.buckets();
    REQUIRE(left.size() == right.size());
    for (std::size_t i = 0; i < left.size(); ++i) CHECK(left[i].count == right[i].count);
}

TEST_CASE("a part has the mean between its bounds, and a single value is exact") {
    Histogram whole = of({7, 1000003, 9'000'000'000});
    const Histogram older = whole;
    whole.record(1000003);
    const auto one = whole.since(older);
    CHECK(one.min() == 1000003);
    CHECK(one.max() == 1000003);
    whole.record(1000003);
    const auto two = whole.since(older);
    CHECK(two.max() == 1000003);  // the mean
    CHECK(two.min() == Histogram::lower_edge(Histogram::index_of(1000003)));
    CHECK(whole.since(whole).empty());
    CHECK(whole.since({}).min() == 7);
    CHECK(whole.since(whole).max() == 0);
}

TEST_CASE("a part of a saturated histogram stays within its buckets") {
    Histogram whole = of({most, most});
    const Histogram older = whole;
    whole.record(most);
    const auto part = whole.since(older);
    CHECK(part.count() == 1);
    CHECK(part.min() == most);
    CHECK(part.max() == most);
}
