// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "base/durable_file.h"

#include <sys/stat.h>

#include <cerrno>

#include "tests/catch.h"
#include "tests/scratch_folder.h"

using namespace wbtrace;

TEST_CASE("a file is replaced, and can be appended to") {
    const ScratchFolder scratch;
    const auto path = scratch.write("file", "old");
    const auto fd = replace_file(path, "new\n", 0600);
    REQUIRE(fd.valid());
    CHECK(write_durably(fd.get(), "more\n"));
    CHECK(read_file(path) == "new\nmore\n");
    struct stat about {};
    REQUIRE(::stat(path.c_str(), &about) == 0);
    CHECK((about.st_mode & 0777) == 0600);
}

TEST_CASE("what cannot be written leaves the old file, and nothing beside it") {
    const ScratchFolder scratch;
    CHECK_FALSE(replace_file(scratch.path() + "/no/file", "x", 0644).valid());
    CHECK(errno == ENOENT);
    const auto folder = scratch.path() + "/folder";
    REQUIRE(::mkdir(folder.c_str(), 0755) == 0);
    CHECK_FALSE(replace_file(folder, "x", 0644).valid());
    CHECK(::access((folder + ".new").c_str(), F_OK) != 0);
}
