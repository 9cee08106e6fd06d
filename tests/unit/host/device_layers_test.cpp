// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "host/device_layers.h"

#include "host/block_devices.h"
#include "host/block_drivers.h"
#include "tests/catch.h"
#include "tests/unit/host/machine_fixture.h"

using namespace wbtrace;

namespace {

model::DeviceIdentity device(std::string name, std::string dev, std::vector<std::string> parents,
                             std::optional<std::uint64_t> diskseq = {}) {
    model::DeviceIdentity identity;
    identity.name = std::move(name);
    identity.dev = std::move(dev);
    identity.leaf = parents.empty();
    identity.parents = std::move(parents);
    identity.diskseq = diskseq;
    return identity;
}

}  // namespace

TEST_CASE("a layer is one above the highest beneath") {
    std::vector<model::DeviceIdentity> devices = {
        device("dm-0", "253:0", {"md0", "sdc"}), device("md0", "9:0", {"sda", "sdb"}),
        device("sda", "8:0", {}), device("loop0", "7:0", {"gone"})};
    host::number_layers(devices);
    CHECK(devices[0].layer == 2);
    CHECK(devices[1].layer == 1);
    CHECK(devices[2].layer == 0);
    CHECK(devices[3].layer == 1);
}

TEST_CASE("parents in a circle do not hang the numbering") {
    std::vector<model::DeviceIdentity> devices = {device("a", "1:0", {"b"}),
                                                  device("b", "1:1", {"a"})};
    host::number_layers(devices);
    CHECK(devices.size() == 2);
}

TEST_CASE("media under one number are told apart, in the order of their diskseq") {
    std::vector<model::DeviceIdentity> devices = {
        device("sda", "8:0", {}, 31), device("sda", "8:0", {}, 9), device("sdb", "8:16", {}, 10),
        device("md0", "9:0", {"sda", "sdb"}, 11)};
    host::tell_media_apart(devices);
    CHECK(devices[0].name == "sda (2)");
    CHECK(devices[1].name == "sda (1)");
    CHECK(devices[2].name == "sdb");
    CHECK(devices[3].parents == std::vector<std::string>{"sda (2)", "sdb"});
}

TEST_CASE("a device is the one with its diskseq, also after its number went to another") {
    MachineFixture machine;
    machine.disk("sda", "8:0");
    machine.loop("loop0", "7:0", "/img");
    machine.path("/img", "8:0");
    machine.file("/sys/class/block/loop0/diskseq", "7\n");
    machine.file("/proc/devices", "Character devices:\n  7 vcs\n\nBlock devices:\n  7 loop\n");
    auto devices = host::BlockDevices::read(machine.root(), machine.lookup()).value();
    machine.file("/sys/class/block/loop0/diskseq", "9\n");
    machine.file("/sys/class/block/loop0/loop/backing_file", "/tmpfs/other\n");
    devices.refresh();

    const auto dev = host::kernel_dev(7, 0);
    CHECK(devices.identity(dev, 7).parents == std::vector<std::string>{"sda"});
    CHECK(devices.identity(dev, 9).parents.empty());
    CHECK(devices.identity(dev).diskseq == 9);
    const auto between = devices.identity(dev, 8, "loop0");
    CHECK(between.name == "loop0");
    CHECK(between.diskseq == 8);
    CHECK_FALSE(between.leaf);  // on what it lay nobody can tell, but it lay on something
}

TEST_CASE("a loop device from which the file was taken lay on something") {
    MachineFixture machine;
    machine.disk("loop0", "7:0");
    machine.file("/sys/class/block/loop0/size", "0\n");
    machine.file("/proc/devices", "Block devices:\n  7 loop\n");
    const auto devices = host::BlockDevices::read(machine.root(), machine.lookup()).value();
    CHECK_FALSE(devices.identity(host::kernel_dev(7, 0)).leaf);
}

TEST_CASE("drivers are those of block devices") {
    MachineFixture machine;
    machine.file("/proc/devices",
                 "Character devices:\n  9 st\n\nBlock devices:\n  9 md\n 254 mdp\n");
    CHECK(host::driver_of(machine.root(), 9) == "md");
    CHECK(host::driver_of(machine.root(), 254) == "mdp");
    CHECK(host::driver_of(machine.root(), 8).empty());
    CHECK(host::lies_on_others("md"));
    CHECK_FALSE(host::lies_on_others("sd"));
    CHECK_FALSE(host::lies_on_others("zram"));
}
