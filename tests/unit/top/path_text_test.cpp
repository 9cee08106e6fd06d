// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "top/path_text.h"

#include <string>

#include "base/printable.h"
#include "tests/catch.h"

using wbtrace::display_width;
using wbtrace::top::path_text;

TEST_CASE("a path that fits is not touched") {
    CHECK(path_text("/var/log/messages", 17) == "/var/log/messages");
    CHECK(path_text("[jbd2]", 30) == "[jbd2]");
    CHECK(path_text("", 0).empty());
}

TEST_CASE("of a long path the name of the file stays") {
    const std::string path = "/var/lib/postgresql/16/main/pg_wal/000000010000000000000001";
    CHECK(path_text(path, 38) == "/var/lib/pos…/000000010000000000000001");
    CHECK(path_text(path, 26) == "…/000000010000000000000001");
    CHECK(path_text("/data/Grüße/世界", 9) == "/da…/世界");
    CHECK(path_text("/data/世界/a", 9) == "/data/…/a");  // half a character is none
}

TEST_CASE("a name that has no room loses its middle") {
    CHECK(path_text("[direct I/O]", 9) == "[dir…I/O]");
    CHECK(path_text("/a/abcdefghijklmnop", 10) == "/a/ab…mnop");
    CHECK(path_text("/abcdefghijklmnop", 7) == "/ab…nop");
    CHECK(path_text("no path at all", 7) == "no …all");
    for (std::size_t columns = 0; columns < 20; ++columns)
        CHECK(display_width(path_text("/世界/世界/e\u0301世界", columns)) <= columns);
}
