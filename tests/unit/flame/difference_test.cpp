// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "flame/difference.h"

#include "flame/folded.h"
#include "tests/catch.h"

using namespace wbtrace::flame;

namespace {

StackTable table_of(const char* text) { return *from_folded(text); }

}  // namespace

TEST_CASE("a comparison has the stacks of both") {
    const auto both = difference(table_of("a;b 10\na;c 1\n"), table_of("a;b 4\na;d_[k] 2\n"),
                                 Scaling::as_counted);
    REQUIRE(both);
    CHECK(to_folded(*both) == "a;b 10 4\na;c 1 0\na;d_[k] 0 2\n");
}

TEST_CASE("scaled weights add up to the other's total exactly") {
    const auto base = table_of("a 1\nb 1\nc 1\n");
    const auto both = difference(base, table_of("a 100\n"), Scaling::normalised);
    REQUIRE(both);
    CHECK(both->base_total() == 100);
    CHECK(to_folded(*both) == "a 33 100\nb 33 0\nc 34 0\n");
}

TEST_CASE("what cannot be compared is refused") {
    const auto one = table_of("a 1\n");
    CHECK_FALSE(difference(table_of("a 1 2\n"), one, Scaling::as_counted));
    CHECK_FALSE(difference(one, StackTable{}, Scaling::normalised));
    CHECK(difference(one, StackTable{}, Scaling::as_counted));
    auto pages = one;
    auto bytes = one;
    pages.subject.unit = "pages";
    bytes.subject.unit = "bytes";
    CHECK_FALSE(difference(pages, bytes, Scaling::as_counted));
    CHECK(difference(pages, one, Scaling::as_counted)->subject.unit == "pages");
}
