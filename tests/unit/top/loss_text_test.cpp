// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "top/loss_text.h"

#include "tests/catch.h"

using namespace wbtrace;
using namespace wbtrace::top;

TEST_CASE("kinds of losses stand by their number, and only those that happened") {
    const auto losses = losses_that_happened(
        {{"a", "first kind", 7}, {"b", "never", 0}, {"c", "second kind", 20}, {"d", "third", 7}});
    REQUIRE(losses.size() == 3);
    CHECK(loss_text(losses, 80) == "20 second kind, 7 first kind, 7 third");
    CHECK(loss_text(losses, 37) == "20 second kind, 7 first kind, 7 third");
    CHECK(loss_text(losses, 36) == "20 second kind, +2 more");
    CHECK(loss_text(losses, 22).empty());
}

TEST_CASE("nothing lost is nothing said, and names of kinds cannot deceive") {
    CHECK(loss_text(losses_that_happened({{"a", "first kind", 0}}), 80).empty());
    CHECK(loss_text({{"a", "x\x1b[2J", 1}}, 80).find('\x1b') == std::string::npos);
}
