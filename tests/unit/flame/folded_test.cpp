// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "flame/folded.h"

#include <regex>
#include <sstream>

#include "flame/frame_text.h"
#include "tests/catch.h"
#include "tests/unit/flame/tables.h"

using namespace wbtrace::flame;

namespace {

/// What other tools read without asking: printable ASCII, frames that are not empty.
bool is_strictly_folded(const std::string& text) {
    const std::regex line("[!-:<-~]+(;[!-:<-~]+)* [0-9]+");
    std::istringstream lines(text);
    for (std::string one; std::getline(lines, one);)
        if (!std::regex_match(one, line)) return false;
    return text.empty() || text.back() == '\n';
}

std::vector<std::string> names_in(const StackTable& table) {
    std::vector<std::string> names;
    for (const Stack* stack : table.in_order())
        for (const FrameId id : stack->frames) {
            const Frame& frame = table.frames()[id];
            names.push_back(std::to_string(static_cast<int>(frame.layer)) + frame.name);
        }
    return names;
}

}  // namespace

TEST_CASE("a line for each stack, outermost first, in the order of names") {
    CHECK(to_folded(writers()) ==
          "cp;vfs_write_[k] 5\n"
          "dd;write;-;vfs_write_[k] 5\n"
          "dd;write;-;vfs_write_[k];wait_[k] 90\n");
    CHECK(to_folded(StackTable{}).empty());
}

TEST_CASE("equal stacks are one, and a stack without weight is none") {
    auto table = writers();
    add_stack(table, {{Layer::task, "cp"}, {Layer::kernel, "vfs_write"}}, 3);
    add_stack(table, {{Layer::task, "idle"}}, 0);
    CHECK(table.stacks().size() == 4);
    CHECK(table.total() == 103);
    CHECK(to_folded(table).find("cp;vfs_write_[k] 8\n") != std::string::npos);
    CHECK(to_folded(table).find("idle") == std::string::npos);
}

TEST_CASE("hostile names keep to the grammar, and come back as they were") {
    const auto text = to_folded(hostile());
    CHECK(is_strictly_folded(text));
    CHECK_FALSE(is_strictly_folded("a b;c 1\n"));
    CHECK(text.find("a\\x3bb\\x20c;x<y>&\"z';k\\x1b[0m\\x0a_[k] 7\n") != std::string::npos);
    CHECK(text.find("-;\\x2d;f_\\x5bk];12\\x2034 2\n") != std::string::npos);
    const auto back = from_folded(text);
    REQUIRE(back);
    CHECK_FALSE(back->subject.compared);
    CHECK(to_folded(*back) == text);
    CHECK(names_in(*back) == names_in(hostile()));
}

TEST_CASE("threads are told apart behind their process") {
    CHECK(thread_name("w", 7) == "[w/7]");
    CHECK(unfold_frame("[w/7]", 1).layer == Layer::task);
    CHECK(unfold_frame("[w/7]", 2).layer == Layer::user);
    CHECK(unfold_frame("[libc.so.6+0x7]", 1).layer == Layer::user);
}

TEST_CASE("folded text of other tools is read") {
    const auto table = from_folded(
        "# by hand\n\nswapper;start_kernel_[k] 12.7\r\n"
        "a b;operator new 3;f(int, char) 4");
    REQUIRE(table);
    CHECK_FALSE(table->subject.compared);
    REQUIRE(table->stacks().size() == 2);
    CHECK(table->total() == 16);
    CHECK(table->frames()[1].layer == Layer::kernel);
    CHECK(table->frames()[3].name == "operator new 3");
}

TEST_CASE("two counts in each line are two tables") {
    const auto table = from_folded("a;b 1 2\na;c 3 0\n");
    REQUIRE(table);
    CHECK(table->subject.compared);
    CHECK(table->total() == 2);
    CHECK(table->base_total() == 4);
    CHECK(to_folded(*table) == "a;b 1 2\na;c 3 0\n");
    CHECK_FALSE(from_folded("a;b 1 2\na;c 3\n")->subject.compared);
}

TEST_CASE("what is no folded text is refused with its line") {
    const auto table = from_folded("a;b 1\nno count here\n");
    REQUIRE_FALSE(table);
    CHECK(table.error().what.find("line 2") != std::string::npos);
    CHECK_FALSE(from_folded("a;b -3\n"));
    CHECK_FALSE(from_folded("17\n"));
    CHECK(from_folded("a 18446744073709551615\n"));
    CHECK_FALSE(from_folded("a 18446744073709551615\nb 1\n"));
    CHECK_FALSE(from_folded("a 99999999999999999999999\n"));
    CHECK(from_folded("")->stacks().empty());
}
