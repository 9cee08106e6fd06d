// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "host/run_delay.h"

#include <filesystem>

#include "tests/catch.h"
#include "tests/scratch_folder.h"

using namespace wbtrace;

TEST_CASE("the scheduler's account is used where it is kept") {
    const ScratchFolder scratch;
    CHECK_FALSE(host::counts_run_delay(scratch.path()));
    std::filesystem::create_directories(scratch.path() + "/proc/self");
    const auto with = [&](const std::string& text) {
        scratch.write("proc/self/schedstat", text);
        return host::counts_run_delay(scratch.path());
    };
    CHECK(with("237231 131747 3\n"));
    CHECK(with("237231 0 10\n"));
    CHECK_FALSE(with("0 0 0\n"));
    CHECK_FALSE(with(""));
}
