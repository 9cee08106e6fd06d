// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "host/direct_loops.h"

#include <fmt/format.h>

#include "host/block_devices.h"
#include "tests/catch.h"
#include "tests/unit/host/machine_fixture.h"

namespace host = wbtrace::host;

namespace {

// loop0 is a file on md0, which lies on sda1 and sdb; loop1 a file on loop0, loop2 one on loop1.
struct MachineOfLoops : MachineFixture {
    MachineOfLoops() {
        disk("sda", "8:0");
        partition("sda1", "sda", "8:1", 34, 500);
        disk("sdb", "8:16");
        bio_disk("md0", "9:0");
        for (const char* lower : {"sda1", "sdb"}) slave("md0", lower);
        loop("loop0", "7:0", "/on md0");
        loop("loop1", "7:1", "/on loop0");
        loop("loop2", "7:2", "/on loop1");
        path("/on md0", "9:0");
        path("/on loop0", "7:0");
        path("/on loop1", "7:1");
        mounts("");
    }
    void direct(const std::string& loop) const {
        file("/sys/class/block/" + loop + "/loop/dio", "1\n");
    }
    /// "loop>disk" by number.
    [[nodiscard]] std::string pairs() const {
        const auto devices = host::BlockDevices::read(root(), lookup()).value();
        std::string text;
        for (const auto& [loop, disk] : host::direct_loops(devices.all()))
            text += fmt::format("{}>{} ", host::to_text(loop), host::to_text(disk));
        return text;
    }
};

}  // namespace

TEST_CASE("which disks get the pages of a loop device's requests") {
    MachineOfLoops machine;
    machine.file("/sys/class/block/loop0/loop/dio", "0\n");
    CHECK(machine.pairs().empty());
    machine.direct("loop0");
    CHECK(machine.pairs() == "7:0>8:0 7:0>8:16 7:0>9:0 ");
}

TEST_CASE("pages are passed down as far as nothing copies them") {
    MachineOfLoops machine;
    machine.direct("loop1");
    CHECK(machine.pairs() == "7:1>7:0 ");
    machine.direct("loop0");
    CHECK(machine.pairs() == "7:0>8:0 7:0>8:16 7:0>9:0 7:1>7:0 7:1>8:0 7:1>8:16 7:1>9:0 ");
}

TEST_CASE("loop devices in a circle end") {
    MachineOfLoops machine;
    machine.path("/on md0", "7:1");
    machine.direct("loop0");
    machine.direct("loop1");
    CHECK(machine.pairs() == "7:0>7:1 7:1>7:0 ");
}
