// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "base/open_files.h"

#include <cerrno>

#include "tests/catch.h"

using wbtrace::remedy_for;

TEST_CASE("too many open files has a remedy of its own") {
    CHECK(remedy_for(EMFILE, "buy memory").find("ulimit -n") != std::string::npos);
    CHECK(remedy_for(ENFILE, "buy memory").find("fs.file-max") != std::string::npos);
    CHECK(remedy_for(ENOMEM, "buy memory") == "buy memory");
    CHECK(remedy_for(EINVAL).empty());
}
