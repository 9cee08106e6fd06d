// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "host/block_devices.h"
#include "tests/catch.h"
#include "tests/unit/host/machine_fixture.h"

namespace host = wbtrace::host;

TEST_CASE("devices are named by their number, also after they went away") {
    MachineFixture machine;
    machine.disk("sda", "8:0");
    machine.partition("sda1", "sda", "8:1", 34, 500);
    machine.bio_disk("dm-0", "253:0");
    machine.slave("dm-0", "sda1");
    auto devices = host::BlockDevices::read(machine.root(), machine.lookup()).value();

    const auto mapped = devices.identity(host::kernel_dev(253, 0));
    CHECK(mapped.name == "dm-0");
    CHECK(mapped.bio_based);
    CHECK_FALSE(mapped.leaf);
    CHECK(mapped.parents == std::vector<std::string>{"sda"});  // the row of the disk
    CHECK(devices.identity(host::kernel_dev(8, 16)).name == "8:16 (gone)");
    CHECK(devices.identity(host::kernel_dev(8, 16)).dev == "8:16");

    machine.remove("/sys/class/block/dm-0");
    machine.disk("sdb", "8:16");
    devices.refresh();
    CHECK(devices.identity(host::kernel_dev(253, 0)).name == "dm-0");
    CHECK(devices.identity(host::kernel_dev(8, 16)).name == "sdb");
    CHECK_FALSE(devices.resolve("dm-0"));
}

TEST_CASE("whole disks with a medium are listed, the others counted") {
    MachineFixture machine;
    machine.disk("sda", "8:0");
    machine.partition("sda1", "sda", "8:1", 34, 500);
    machine.disk("loop0", "7:0");
    machine.file("/sys/class/block/loop0/size", "0\n");
    const auto devices = host::BlockDevices::read(machine.root(), machine.lookup()).value();
    const auto disks = devices.disks();
    REQUIRE(disks.size() == 1);
    CHECK(disks[0].name == "sda");
    CHECK(devices.empty_disks() == 1);
    CHECK(devices.all().size() == 3);
}

TEST_CASE("this machine's root directory is looked up") {
    const auto facts = host::look_up_path("/usr/..");
    REQUIRE(facts);
    CHECK(facts->canonical == "/");
    CHECK_FALSE(facts->block_device);
    CHECK_FALSE(host::look_up_path("/no/such/path"));
}
