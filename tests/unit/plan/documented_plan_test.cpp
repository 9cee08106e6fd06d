// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// What docs/matrix.md shows as a plan is one.
#include <fstream>
#include <iterator>
#include <string>

#include "plan/cases.h"
#include "tests/catch.h"

using namespace wbtrace::plan;

namespace {

/// The blocks of TOML, in their order.
std::vector<std::string> documented_blocks() {
    std::ifstream file(WBTRACE_TEST_DATA "/../../docs/matrix.md");
    const std::string page{std::istreambuf_iterator<char>(file), {}};
    const std::string begin = "```toml\n";
    std::vector<std::string> blocks;
    for (auto at = page.find(begin); at != page.npos; at = page.find(begin, at + 1)) {
        const auto from = at + begin.size();
        blocks.push_back(page.substr(from, page.find("```", from) - from));
    }
    return blocks;
}

}  // namespace

TEST_CASE("the plans of the documentation can be read") {
    const auto blocks = documented_blocks();
    REQUIRE(blocks.size() == 2);
    const auto plan = parse_plan("matrix.md", blocks[0]);
    if (!plan) FAIL(plan.error().what);
    CHECK(plan->label == "6.12-plug+");
    const auto cases = cases_of(*plan, plan->label);
    REQUIRE(cases);
    CHECK(cases->size() == 4U * 3 * 2 * 2 * 2 * 2 * 2 * 2);
    const auto command = parse_plan("matrix.md", "[axes]\nfs = \"ext4\"\n" + blocks[1]);
    if (!command) FAIL(command.error().what);
    const auto real = parse_plan(
        "matrix.md", "[devices]\nreal = [\"/dev/sdb\"]\n[axes]\nfs = \"ext4\"\n" + blocks[1]);
    CHECK(real);
}
