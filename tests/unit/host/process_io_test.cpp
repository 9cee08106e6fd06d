// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "host/process_io.h"

#include <unistd.h>

#include <algorithm>

#include "tests/catch.h"
#include "tests/unit/host/machine_fixture.h"

namespace host = wbtrace::host;

namespace {

struct Machine : MachineFixture {
    Machine() {
        file("/proc/7/io", "rchar: 13\nwchar: 17\nsyscr: 1\nwrite_bytes: 4096\n");
        file("/proc/7/comm", "dd\n");
        file("/proc/7/task/7/io", "rchar: 11\nwchar: 16\n");
        file("/proc/7/task/8/io", "rchar: 2\nwchar: 1\n");
        file("/proc/9/comm", "no account\n");
        file("/proc/self/io", "rchar: 1\nwchar: 1\n");
    }
};

}  // namespace

TEST_CASE("the account of each process is read, those without one are left out") {
    const Machine machine;
    const auto all = host::read_process_io(machine.root(), false);
    REQUIRE(all.size() == 1);
    CHECK(all[0].number == 7);
    CHECK(all[0].comm == "dd");
    CHECK(all[0].read_bytes == 13);
    CHECK(all[0].written_bytes == 17);
}

TEST_CASE("by thread each has its own account") {
    const Machine machine;
    auto all = host::read_process_io(machine.root(), true);
    std::sort(all.begin(), all.end(), [](auto& a, auto& b) { return a.number < b.number; });
    REQUIRE(all.size() == 2);
    CHECK(all[0].read_bytes == 11);
    CHECK(all[1].number == 8);
    CHECK(all[1].written_bytes == 1);
}

TEST_CASE("this process is among those of the real machine") {
    const auto all = host::read_process_io("/", false);
    const auto own = static_cast<std::uint32_t>(::getpid());
    const bool kept = std::filesystem::exists("/proc/self/io");
    const auto is_own = [own](const auto& io) { return io.number == own; };
    CHECK(std::any_of(all.begin(), all.end(), is_own) == kept);
}
