// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "analysis/bounded_table.h"

#include "tests/catch.h"

using namespace wbtrace;

namespace {

struct Bytes {
    std::uint64_t bytes = 0;
    Bytes& operator+=(const Bytes& more) {
        bytes += more.bytes;
        return *this;
    }
    [[nodiscard]] std::uint64_t weight() const { return bytes; }
};

using Table = analysis::BoundedTable<std::uint64_t, Bytes>;

std::uint64_t sum_of(const Table& table) {
    std::uint64_t sum = table.other().bytes;
    table.for_each([&sum](std::uint64_t, const Bytes& row) { sum += row.bytes; });
    return sum;
}

}  // namespace

TEST_CASE("below its limit a table folds nothing") {
    Table table(16);
    for (std::uint64_t key = 0; key < 16; ++key) table.at(key).bytes += key;
    CHECK(table.size() == 16);
    CHECK(table.folded() == 0);
    CHECK(sum_of(table) == 120);
}

TEST_CASE("a full table never grows, and its sum never changes") {
    for (const std::size_t limit : {1U, 2U, 7U, 64U}) {
        CAPTURE(limit);
        Table table(limit);
        std::uint64_t sum = 0;
        for (std::uint64_t i = 0; i < 10'007; ++i) {
            const std::uint64_t key = i * 7919 % 1009;
            table.at(key).bytes += i;
            sum += i;
            REQUIRE(table.size() <= limit);
        }
        CHECK(sum_of(table) == sum);
        CHECK(table.folded() > 0);
    }
}

TEST_CASE("what is folded is light and was not used lately") {
    Table table(16);
    for (std::uint64_t key = 0; key < 16; ++key) table.at(key).bytes += 1000 - key;
    table.at(0).bytes += 1;  // used last
    table.at(16).bytes = 5;  // makes two rows go: of 1 to 8, used longest ago, the lightest
    CHECK(table.folded() == 2);
    CHECK(table.find(7) == nullptr);
    CHECK(table.find(8) == nullptr);
    CHECK(table.find(0) != nullptr);
    CHECK(table.find(15) != nullptr);  // lighter than all, but used lately
    CHECK(table.other().bytes == 993 + 992);
}

TEST_CASE("a key that comes back after it was folded starts anew") {
    Table table(1);
    table.at(1).bytes = 10;
    table.at(2).bytes = 20;
    CHECK(table.at(1).bytes == 0);
    CHECK(table.other().bytes == 30);
}
