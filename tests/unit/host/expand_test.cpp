// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <fmt/format.h>

#include "host/block_devices.h"
#include "tests/catch.h"
#include "tests/unit/host/machine_fixture.h"

namespace host = wbtrace::host;

namespace {

// loop0 is a file on md0, which lies on sda1, sda2 and sdb; loop1 a file on tmpfs.
struct ExpandingMachine : MachineFixture {
    ExpandingMachine() {
        disk("sda", "8:0");
        partition("sda1", "sda", "8:1", 34, 500);
        partition("sda2", "sda", "8:2", 534, 500);
        disk("sdb", "8:16");
        bio_disk("md0", "9:0");
        for (const char* lower : {"sda1", "sda2", "sdb"}) slave("md0", lower);
        loop("loop0", "7:0", "/mnt/file");
        loop("loop1", "7:1", "/tmp/file");
        path("/mnt/file", "9:0");
        path("/tmp/file", "0:30", 2);
        mounts("2 1 0:30 / /tmp rw - tmpfs tmpfs rw\n");
    }
};

std::vector<host::BlockDevice> chosen(const host::BlockDevices& devices,
                                      const std::vector<std::string>& names) {
    std::vector<host::BlockDevice> list;
    for (const auto& name : names) list.push_back(devices.resolve(name).value().at(0));
    return list;
}

/// "loop0>md0 md0>sda,sdb sda sdb", or the error.
std::string rows(const MachineFixture& machine, const std::vector<std::string>& names) {
    const auto devices = host::BlockDevices::read(machine.root(), machine.lookup()).value();
    const auto expanded = devices.expand(chosen(devices, names));
    if (!expanded) return "error: " + expanded.error().what;
    std::vector<std::string> texts;
    for (const auto& row : *expanded) {
        const auto& parents = row.identity.parents;
        texts.push_back(row.identity.name + (parents.empty() ? "" : ">") +
                        fmt::format("{}", fmt::join(parents, ",")));
    }
    return fmt::format("{}", fmt::join(texts, " "));
}

std::string foreign_names(const MachineFixture& machine, const std::vector<std::string>& names) {
    const auto devices = host::BlockDevices::read(machine.root(), machine.lookup()).value();
    const auto foreign = devices.foreign_to(devices.expand(chosen(devices, names)).value());
    std::vector<std::string> texts;
    for (const auto dev : foreign.devices) texts.push_back(host::to_text(dev));
    texts.insert(texts.end(), foreign.bdis.begin(), foreign.bdis.end());
    return fmt::format("{}", fmt::join(texts, " "));
}

}  // namespace

TEST_CASE("a device brings in all beneath it, once, the upper ones first") {
    const ExpandingMachine machine;
    CHECK(rows(machine, {"sdb"}) == "sdb");
    CHECK(rows(machine, {"loop0"}) == "loop0>md0 md0>sda,sdb sda sdb");
    CHECK(rows(machine, {"sda", "loop0"}) == "loop0>md0 md0>sda,sdb sda sdb");
    CHECK(rows(machine, {"sdb", "sda", "sdb"}) == "sdb sda");
    CHECK(rows(machine, {"loop1", "md0"}) == "loop1 md0>sda,sdb sda sdb");
    CHECK(rows(machine, {}) == "");
}

TEST_CASE("a partition is traced alone, and beneath another device if it was chosen") {
    const ExpandingMachine machine;
    CHECK(rows(machine, {"sda1"}) == "sda1>sda");
    CHECK(rows(machine, {"sda1", "sda2"}) == "sda1>sda sda2>sda");
    CHECK(rows(machine, {"md0", "sda1"}) == "md0>sda1,sda2,sdb sda2>sda sdb sda1>sda");
}

TEST_CASE("a partition and its disk are not both traced") {
    ExpandingMachine machine;
    const std::string text = "error: sda1 is part of sda, which is traced already";
    CHECK(rows(machine, {"sda1", "sda"}) == text);
    CHECK(rows(machine, {"sda", "sdb", "sda1"}) == text);
    machine.slave("md0", "sda");
    CHECK(rows(machine, {"md0", "sda1"}) == text + " because it lies beneath md0");
}

TEST_CASE("rows say how requests are known") {
    const ExpandingMachine machine;
    const auto devices = host::BlockDevices::read(machine.root(), machine.lookup()).value();
    const auto list = devices.expand(chosen(devices, {"md0"})).value();
    REQUIRE(list.size() == 3);
    CHECK(list[0].bio_based);
    CHECK(list[0].identity.bio_based);
    CHECK_FALSE(list[0].identity.leaf);
    CHECK(list[0].disk_dev == host::kernel_dev(9, 0));
    CHECK(list[1].identity.leaf);
    CHECK_FALSE(list[1].bio_based);
    CHECK(list[1].first_sector == 0);
    CHECK(list[1].end_sector == UINT64_MAX);

    const auto partition = devices.expand(chosen(devices, {"sda2"})).value().at(0);
    CHECK(partition.disk_dev == host::kernel_dev(8, 0));
    CHECK(partition.identity.dev == "8:2");
    CHECK(partition.first_sector == 534);
    CHECK(partition.end_sector == 1034);
    CHECK(partition.partition);
    CHECK(partition.identity.partition);
    CHECK(partition.identity.leaf);
}

TEST_CASE("a circle ends") {
    MachineFixture machine;
    machine.bio_disk("dm-0", "253:0");
    machine.bio_disk("dm-1", "253:1");
    machine.slave("dm-0", "dm-1");
    machine.slave("dm-1", "dm-0");
    CHECK(rows(machine, {"dm-0"}) == "dm-0>dm-1 dm-1>dm-0");
}

TEST_CASE("a shared device stands below all that use it") {
    MachineFixture machine;
    machine.disk("sda", "8:0");
    for (const char* name : {"dm-0", "dm-1", "dm-2"})
        machine.bio_disk(name, "253:" + std::string(name + 3));
    machine.slave("dm-0", "sda");
    machine.slave("dm-0", "dm-1");
    machine.slave("dm-1", "dm-2");
    machine.slave("dm-2", "sda");
    CHECK(rows(machine, {"dm-0"}) == "dm-0>dm-1,sda dm-1>dm-2 dm-2>sda sda");
}

TEST_CASE("what lies on no traced device is told by its number or the name of its bdi") {
    ExpandingMachine machine;
    machine.disk("sdc", "8:32");
    for (const char* bdi :
         {"8:0", "8:32", "0:45", "8:1-fuseblk", "8:32-fuseblk", "btrfs-1", "btrfs-2", "strange-1"})
        machine.file("/sys/class/bdi/" + std::string(bdi) + "/read_ahead_kb", "128");
    machine.file("/sys/fs/btrfs/1111/devices/sda2/dev", "");
    machine.file("/sys/fs/btrfs/1111/devices/sdc/dev", "");
    machine.link("/sys/fs/btrfs/1111/bdi", "../../../devices/virtual/bdi/btrfs-1");
    machine.file("/sys/fs/btrfs/2222/devices/sdb/dev", "");
    machine.link("/sys/fs/btrfs/2222/bdi", "../../../devices/virtual/bdi/btrfs-2");
    CHECK(foreign_names(machine, {"sda1"}) ==
          "7:0 7:1 9:0 8:16 8:32 0:45 8:32 8:32-fuseblk btrfs-2");
    CHECK(foreign_names(machine, {"sdc"}) ==
          "7:0 7:1 9:0 8:0 8:1 8:2 8:16 0:45 8:0 8:1-fuseblk btrfs-2");
    CHECK(foreign_names(machine, {"sdb"}) ==
          "7:0 7:1 9:0 8:0 8:1 8:2 8:32 0:45 8:0 8:1-fuseblk 8:32 8:32-fuseblk btrfs-1");
}
