// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "flame/frame_tree.h"

#include "flame/folded.h"
#include "tests/catch.h"
#include "tests/unit/flame/tables.h"

using namespace wbtrace::flame;

namespace {

/// "name@start+weight" of each box.
std::vector<std::string> drawn(const StackTable& table, std::uint64_t least) {
    std::vector<std::string> result;
    for (const Box& box : frame_tree(table, least)) {
        const auto name = box.depth == 0   ? "all"
                          : box.narrow > 0 ? "(" + std::to_string(box.narrow) + ")"
                                           : table.frames()[box.frame].name;
        result.push_back(std::string(box.depth, ' ') + name + "@" + std::to_string(box.start) +
                         "+" + std::to_string(box.weight));
    }
    return result;
}

}  // namespace

TEST_CASE("stacks that begin alike stand on the same boxes") {
    CHECK(drawn(writers(), 1) == std::vector<std::string>{"all@0+100", " cp@0+5", "  vfs_write@0+5",
                                                          " dd@5+95", "  write@5+95", "   -@5+95",
                                                          "    vfs_write@5+95", "     wait@5+90"});
    CHECK(drawn(StackTable{}, 1) == std::vector<std::string>{"all@0+0"});
}

TEST_CASE("narrow boxes are joined behind the others, and no weight is lost") {
    const auto table = from_folded("a;b 3\na;c 50\na;d 4\na;e;f 3\na;e;g 2\nz 1\n");
    REQUIRE(table);
    CHECK(drawn(*table, 6) ==
          std::vector<std::string>{"all@0+63", " a@0+62", "  c@0+50", "  (3)@50+12"});
    // Joined they are still too narrow: nothing is drawn there.
    CHECK(drawn(*table, 13) == std::vector<std::string>{"all@0+63", " a@0+62", "  c@0+50"});
}

TEST_CASE("boxes never leave the one that they stand on") {
    StackTable table;
    for (unsigned i = 0; i < 5000; ++i) {
        const auto name = [i](unsigned level) { return "f" + std::to_string(i % (level * 7 + 3)); };
        add_stack(table, {{Layer::task, name(1)}, {Layer::user, name(2)}, {Layer::user, name(3)}},
                  i % 13 + 1);
    }
    std::vector<std::uint64_t> ends{table.total()};
    for (const Box& box : frame_tree(table, table.total() / 500)) {
        REQUIRE(box.depth <= ends.size());
        ends.resize(box.depth + 1);
        ends[box.depth] = box.start + box.weight;
        if (box.depth > 0) CHECK(ends[box.depth] <= ends[box.depth - 1]);
    }
}
