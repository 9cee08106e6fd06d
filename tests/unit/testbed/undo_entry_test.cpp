// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "testbed/undo_entry.h"

#include "tests/catch.h"

namespace wbtrace::testbed {
namespace {

TEST_CASE("an entry is a line of words") {
    const UndoEntry entry{UndoKind::loop, {"/dev/loop3", "65024", "1234", "/x y"}};
    CHECK(to_line(entry) == "loop /dev/loop3 65024 1234 /x%20y");
    const auto read = parse_undo_entry("loop /dev/loop3 65024 1234 /x%20y");
    REQUIRE(read);
    CHECK(read->kind == UndoKind::loop);
    CHECK(read->words == entry.words);
}

TEST_CASE("any bytes come through a line, and none of them ends it") {
    std::string all;
    for (int byte = 1; byte < 256; ++byte) all += static_cast<char>(byte);
    const std::string line = to_line({UndoKind::file, {all}});
    CHECK(line.find('\n') == std::string::npos);
    const auto read = parse_undo_entry(line);
    REQUIRE(read);
    CHECK(read->words.front() == all);
}

TEST_CASE("an empty word stays a word") {
    const UndoEntry entry{UndoKind::setting, {"/a", "", "/a", "7"}};
    CHECK(to_line(entry) == "setting /a  /a 7");
    const auto read = parse_undo_entry(to_line(entry));
    REQUIRE(read);
    CHECK(read->words == entry.words);
    const auto last = parse_undo_entry(to_line({UndoKind::array, {"/dev/md0", ""}}));
    REQUIRE(last);
    CHECK(last->words.size() == 2);
}

TEST_CASE("what is no entry is refused") {
    for (const char* line :
         {"", "file", "file ", "files /x", "file /x /y", "loop /dev/loop3", "file /x%", "file /x%2",
          "file /x%zz", "file /x%00y", "file /x\ty", " file /x", "array /dev/md0 a b"}) {
        CAPTURE(line);
        const bool empty_path = std::string_view(line) == "file ";
        CHECK(parse_undo_entry(line).has_value() == empty_path);
    }
}

}  // namespace
}  // namespace wbtrace::testbed
