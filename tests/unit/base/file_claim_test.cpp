// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "base/file_claim.h"

#include <fcntl.h>

#include "base/unique_fd.h"
#include "tests/catch.h"
#include "tests/scratch_folder.h"

using namespace wbtrace;

TEST_CASE("a file that is written is nobody else's, one that is read is not written") {
    const ScratchFolder folder;
    const auto path = folder.path() + "/file";
    const auto opened = [&] { return UniqueFd(::open(path.c_str(), O_RDWR | O_CREAT, 0600)); };
    const auto one = opened();
    auto two = opened();
    REQUIRE(claim_file(one.get(), path, FileUse::read));
    CHECK(claim_file(two.get(), path, FileUse::read));
    CHECK_FALSE(claim_file(two.get(), path, FileUse::written));
    two.reset();
    REQUIRE(claim_file(one.get(), path, FileUse::written));
    CHECK(claim_file(opened().get(), path, FileUse::read));
    CHECK_FALSE(claim_file(opened().get(), path, FileUse::written));
}

TEST_CASE("what is no regular file is for everybody") {
    const UniqueFd one(::open("/dev/null", O_WRONLY));
    const UniqueFd two(::open("/dev/null", O_WRONLY));
    CHECK(claim_file(one.get(), "/dev/null", FileUse::written));
    CHECK(claim_file(two.get(), "/dev/null", FileUse::written));
}
