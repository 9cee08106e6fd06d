// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "symbols/address_spaces.h"

#include "symbols/proc_maps.h"
#include "tests/catch.h"

using namespace wbtrace::symbols;

namespace {

Mapping mapping(std::uint64_t begin, const std::string& path, std::uint64_t file_offset = 0) {
    return {begin, begin + 0x1000, file_offset, {8, 1, path.size()}, path};
}

/// "path+offset" of what is there.
std::string at(const AddressSpaces& spaces, std::uint32_t process, std::uint64_t time_ns,
               std::uint64_t address) {
    const auto place = spaces.find(process, time_ns, address);
    if (!place) return "?";
    return spaces.files()[place->file].path + "+" + std::to_string(place->file_offset);
}

}  // namespace

TEST_CASE("an address is in the file that is mapped there") {
    AddressSpaces spaces;
    spaces.mapped(7, mapping(0x10000, "/bin/dd", 0x2000), 1);
    CHECK(at(spaces, 7, 1, 0x10010) == "/bin/dd+8208");
    CHECK(at(spaces, 7, 1, 0x11000) == "?");
    CHECK(at(spaces, 8, 1, 0x10010) == "?");
}

TEST_CASE("a child has what its parent had, and no more than that") {
    AddressSpaces spaces;
    spaces.execed(1, "sh", 10);
    spaces.mapped(1, mapping(0x10000, "/bin/sh"), 10);
    spaces.forked(1, 2, 20);
    spaces.mapped(1, mapping(0x20000, "/lib/late.so"), 30);
    CHECK(at(spaces, 2, 40, 0x10000) == "/bin/sh+0");
    CHECK(at(spaces, 2, 40, 0x20000) == "?");
    CHECK(at(spaces, 1, 40, 0x20000) == "/lib/late.so+0");
    CHECK(spaces.comm(2, 40) == "sh");
}

TEST_CASE("an exec begins anew, and what was before is still known") {
    AddressSpaces spaces;
    spaces.execed(1, "sh", 10);
    spaces.mapped(1, mapping(0x10000, "/bin/sh"), 10);
    spaces.execed(1, "dd", 20);
    spaces.mapped(1, mapping(0x10000, "/bin/dd"), 21);
    CHECK(at(spaces, 1, 15, 0x10000) == "/bin/sh+0");
    CHECK(at(spaces, 1, 25, 0x10000) == "/bin/dd+0");
    // The first rows of stacks are there before the first mapping is.
    CHECK(at(spaces, 1, 20, 0x10000) == "/bin/dd+0");
    CHECK(spaces.comm(1, 19) == "sh");
    CHECK(spaces.comm(1, 20) == "dd");
    CHECK(spaces.comm(1, 1) == "sh");
    CHECK(spaces.comm(2, 1).empty());
}

TEST_CASE("a number that is used again is another process") {
    AddressSpaces spaces;
    spaces.execed(5, "first", 10);
    spaces.mapped(5, mapping(0x10000, "/bin/first"), 10);
    spaces.forked(1, 5, 20);
    CHECK(at(spaces, 5, 25, 0x10000) == "?");
    CHECK(at(spaces, 5, 15, 0x10000) == "/bin/first+0");
}

TEST_CASE("what is mapped over something hides it from then on") {
    AddressSpaces spaces;
    spaces.mapped(1, mapping(0x10000, "/lib/old.so"), 10);
    spaces.mapped(1, mapping(0x10000, "/lib/new.so"), 20);
    CHECK(at(spaces, 1, 15, 0x10000) == "/lib/old.so+0");
    CHECK(at(spaces, 1, 20, 0x10000) == "/lib/new.so+0");
}

TEST_CASE("each file is told as new once") {
    AddressSpaces spaces;
    CHECK(spaces.mapped(1, mapping(0x10000, "/lib/a.so"), 1) == FileNumber{0});
    CHECK_FALSE(spaces.mapped(2, mapping(0x30000, "/lib/a.so"), 2));
    auto replaced = mapping(0x10000, "/lib/a.so");
    replaced.file.inode++;
    CHECK(spaces.mapped(3, replaced, 3) == FileNumber{1});
    CHECK(spaces.files()[1].process == 3);
}

TEST_CASE("a text of mappings is read, what cannot be executed is left out") {
    const auto maps = parse_maps(
        "55e2c8a00000-55e2c8a02000 r--p 00000000 fe:01 1311 /usr/bin/dd\n"
        "55e2c8a02000-55e2c8a0e000 r-xp 00002000 fe:01 1311                       /usr/bin/dd\n"
        "7f1200000000-7f1200001000 rwxp 00000000 00:00 0 \n"
        "7f1200002000-7f1200003000 r-xp 00000000 08:11 9 /a b\\012c (deleted)\n"
        "7ffc12345000-7ffc12347000 r-xp 00000000 00:00 0      [vdso]\n"
        "nonsense\n");
    REQUIRE(maps.size() == 4);
    CHECK(maps[0].begin == 0x55e2c8a02000);
    CHECK(maps[0].end == 0x55e2c8a0e000);
    CHECK(maps[0].file_offset == 0x2000);
    CHECK(maps[0].file == FileId{0xfe, 1, 1311});
    CHECK(maps[0].path == "/usr/bin/dd");
    CHECK(maps[1].path == "//anon");
    CHECK(maps[2].path == "/a b\nc (deleted)");
    CHECK(maps[2].file.minor == 0x11);
    CHECK(maps[3].path == "[vdso]");
}
