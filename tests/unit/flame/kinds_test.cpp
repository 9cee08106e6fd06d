// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "flame/kinds.h"

#include "tests/catch.h"

using namespace wbtrace;
using namespace wbtrace::flame;

TEST_CASE("every kind that is listed can be wished for") {
    CHECK(kind_names().size() == 8);
    for (const auto& name : kind_names()) {
        const auto wish = wish_named(name);
        REQUIRE(wish);
        CHECK(wish->kind->name == name);
        CHECK_FALSE(wish->part);
        CHECK(wish->title() == wish->kind->title);
    }
}

TEST_CASE("of waits a part can be wished for") {
    const auto wish = wish_named("offcpu:journal");
    REQUIRE(wish);
    CHECK(wish->part == model::TimePart::journal);
    CHECK(wish->title() == "time off the CPU: journal");
    CHECK(wish_named("offcpu:other"));
    CHECK_FALSE(wish_named("offcpu:"));
    CHECK_FALSE(wish_named("offcpu:cpu_user"));
    CHECK_FALSE(wish_named("offcpu:runnable"));
    CHECK(wish_named("offcpu:no").error().remedy.find("io_uring") != std::string::npos);
}

TEST_CASE("what there is not is refused with what there is") {
    const auto wish = wish_named("io:");
    REQUIRE_FALSE(wish);
    CHECK(wish.error().remedy ==
          "give one of throttle, offcpu, cpu, lock, io, io:requests, io:latency, dirty, "
          "offcpu:KIND");
    CHECK_FALSE(wish_named(""));
    CHECK_FALSE(wish_named("Throttle"));
}
