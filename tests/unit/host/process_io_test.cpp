// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "host/process_io.h"

#include <unistd.h>

#include <algorithm>

#include "tests/catch.h"
#include "tests/unit/host/machine_fixture.h"

namespace host = wbtrace::host;

namespace {

// Field 22, the start, behind a name that looks like more of them.
std::string stat_line(int number, const std::string& name, int start) {
    std::string line = std::to_string(number) + " (" + name + ") S";
    for (int field = 4; field < 22; ++field) line += " " + std::to_string(field);
    return line + " " + std::to_string(start) + " 23 24\n";
}

struct ProcessMachine : MachineFixture {
    ProcessMachine() {
        // With what children did.
        file("/proc/7/io", "rchar: 1013\nwchar: 1017\nsyscr: 1\nwrite_bytes: 4096\n");
        file("/proc/7/task/7/io", "rchar: 11\nwchar: 16\nsyscr: 1\nwrite_bytes: 4096\n");
        file("/proc/7/task/7/stat", stat_line(7, "a) S 1 (b", 501));
        file("/proc/7/task/8/io", "rchar: 2\nwchar: 1\n");
        file("/proc/7/task/8/stat", stat_line(8, "dd", 507));
        file("/proc/9/task/9/stat", stat_line(9, "no account", 601));
        file("/proc/10/task/10/io", "rchar: 2\nwchar: 1\n");
        file("/proc/10/task/10/stat", "10 (cut off) S 1 2\n");
        file("/proc/self/task/1/io", "rchar: 1\nwchar: 1\n");
    }
};

}  // namespace

TEST_CASE("the account of each thread is read, those without one are left out") {
    const ProcessMachine machine;
    auto all = host::read_thread_io(machine.root());
    std::sort(all.begin(), all.end(), [](auto& a, auto& b) { return a.tid < b.tid; });
    REQUIRE(all.size() == 2);
    CHECK(all[0].tid == 7);
    CHECK(all[0].tgid == 7);
    CHECK(all[0].start_ticks == 501);
    CHECK(all[0].comm == "a) S 1 (b");
    CHECK(all[0].read_bytes == 11);
    CHECK(all[0].written_bytes == 16);
    CHECK(all[1].tid == 8);
    CHECK(all[1].tgid == 7);
    CHECK(all[1].start_ticks == 507);
}

TEST_CASE("this thread is among those of the real machine") {
    const auto all = host::read_thread_io("/");
    const auto own = static_cast<std::uint32_t>(::getpid());
    const bool kept = std::filesystem::exists("/proc/self/io");
    const auto is_own = [own](const auto& io) { return io.tid == own && io.tgid == own; };
    CHECK(std::any_of(all.begin(), all.end(), is_own) == kept);
}
