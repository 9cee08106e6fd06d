// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "host/block_devices.h"
#include "tests/catch.h"
#include "tests/unit/host/machine_fixture.h"

namespace host = wbtrace::host;

namespace {

constexpr const char* resolve_mounts =
    "1 0 8:1 / / rw - ext4 /dev/sda1 rw\n"
    "2 1 0:30 / /tmp rw - tmpfs tmpfs rw\n"
    "3 1 0:31 / /pool rw - btrfs /dev/sdb rw\n"
    "4 1 0:33 / /lost rw - btrfs /dev/sdz rw\n"
    "5 1 0:34 / /over rw - overlay overlay rw,lowerdir=/l,upperdir=/up\\040per\n"
    "6 1 0:35 / /ro rw - overlay overlay rw,lowerdir=/l:/m\n"
    "7 1 0:36 / /ring rw - overlay overlay rw,upperdir=/ring/u\n"
    "8 1 0:37 / /home rw - nfs4 srv:/home rw\n"
    "9 1 0:38 / /zoo rw - bcachefs /dev/sdc rw\n"
    "10 1 0:22 / /sys rw - sysfs sysfs rw\n";

void disks(MachineFixture& machine) {
    machine.disk("sda", "8:0");
    machine.partition("sda1", "sda", "8:1", 34, 500);
    for (const auto& [name, dev] : {std::pair{"sdb", "8:16"}, {"sdc", "8:32"}, {"sdd", "8:48"}})
        machine.disk(name, dev);
    machine.disk("cciss!c0d0", "104:0");
    machine.disk("loop7", "7:7");
    machine.file("/sys/class/block/loop7/size", "0\n");
    for (const char* device : {"sdb", "sdd"})
        machine.file("/sys/fs/btrfs/1111-22/devices/" + std::string(device) + "/dev", "");
    machine.link("/sys/fs/btrfs/1111-22/bdi", "../../../devices/virtual/bdi/btrfs-1");
    machine.mounts(resolve_mounts);
}

void paths(MachineFixture& machine) {
    machine.node("/dev/sda", "8:0");
    machine.node("/dev/disk/by-id/ata-1", "8:0");
    machine.node("/dev/../dev/sda", "8:0");
    machine.node("/dev/sdb", "8:16");
    machine.node("/dev/sdc", "8:32");
    machine.node("/dev/stale", "8:240");
    machine.path("/", "8:1", 1);
    machine.path("/home/file", "0:37", 8);
    machine.path("sda", "0:30", 2);  // a file of that name in the current directory
    machine.path("file", "8:1", 1);
    machine.path("/tmp/x", "0:30", 2);
    machine.path("/pool/subvolume", "0:32", 3);
    machine.path("/pool", "0:32");  // no mount id: found by its path
    machine.path("/lost", "0:33", 4);
    machine.path("/over", "0:34", 5);
    machine.path("/up per", "8:1", 1);
    machine.path("/ro", "0:35", 6);
    machine.path("/ring", "0:36", 7);
    machine.path("/ring/u", "0:36", 7);
    machine.path("/zoo", "0:38", 9);
    machine.path("/sys/devices/virtual/block/loop7", "0:22", 10);
    machine.path("/sys/devices/virtual/block/loop7/queue", "0:22", 10);
}

std::string found(const host::BlockDevices& devices, const std::string& spec) {
    const auto result = devices.resolve(spec);
    if (!result) return "error: " + result.error().what;
    std::string names;
    for (const auto& device : *result) names += (names.empty() ? "" : " ") + device.name;
    return names;
}

struct ResolvedMachine : MachineFixture {
    ResolvedMachine() {
        disks(*this);
        paths(*this);
    }
    [[nodiscard]] host::BlockDevices devices() const {
        return host::BlockDevices::read(root(), lookup()).value();
    }
};

}  // namespace

TEST_CASE("a device is found in every spelling") {
    const ResolvedMachine machine;
    const auto devices = machine.devices();
    for (const char* spec :
         {"sda", "/dev/sda", "8:0", "/dev/disk/by-id/ata-1", "/dev/../dev/sda"}) {
        INFO(spec);
        CHECK(found(devices, spec) == "sda");
    }
    CHECK(found(devices, "sda1") == "sda1");
    CHECK(found(devices, "8:1") == "sda1");
    CHECK(found(devices, "/dev/sda1") == "sda1");  // no such node, but the name is clear
    for (const char* spec : {"cciss/c0d0", "cciss!c0d0", "/dev/cciss/c0d0", "104:0"}) {
        INFO(spec);
        CHECK(found(devices, spec) == "cciss/c0d0");
    }
    CHECK(found(devices, "loop7") == "loop7");  // without a medium, but asked for
}

TEST_CASE("a path means the device behind its filesystem") {
    const ResolvedMachine machine;
    const auto devices = machine.devices();
    CHECK(found(devices, "/") == "sda1");
    CHECK(found(devices, "file") == "sda1");
    CHECK(found(devices, "/zoo") == "sdc");  // only the mount's source tells
    CHECK(found(devices, "/pool/subvolume") == "sdb sdd");
    CHECK(found(devices, "/pool") == "sdb sdd");
    CHECK(found(devices, "/over") == "sda1");
}

TEST_CASE("a filesystem without a device says so") {
    const ResolvedMachine machine;
    const auto devices = machine.devices();
    CHECK(found(devices, "/tmp/x") == "error: /tmp/x is on tmpfs: no block device is behind it");
    CHECK(found(devices, "/home/file") ==
          "error: /home/file is on nfs4: no block device is behind it");
    CHECK(found(devices, "/lost") ==
          "error: /lost is on a btrfs whose device /dev/sdz cannot be found");
    CHECK(found(devices, "/ro") ==
          "error: /ro is on a read-only overlay: no single device is behind it");
    CHECK(found(devices, "/ring") ==
          "error: /ring is on an overlay whose upper directory /ring/u cannot be followed");
}

TEST_CASE("an unknown device: one line with the devices there are") {
    const ResolvedMachine machine;
    const auto devices = machine.devices();
    const std::string list =
        "; the devices here: cciss/c0d0, sda, sda1, sdb, sdc, sdd "
        "(and 1 without a medium)";
    for (const char* spec : {"sdz", "/dev/sdz", "8:240", "/dev/stale", "/nowhere", "SDA", "sda "}) {
        INFO(spec);
        CHECK(found(devices, spec) ==
              "error: no device or path '" + std::string(spec) + "'" + list);
    }
    const std::string hostile("a\nb\x1b[31m\xff\0c", 11);
    CHECK(found(devices, hostile) ==
          R"(error: no device or path 'a\x0ab\x1b[31m\xff\x00c')" + list);
    CHECK(found(devices, "") == "error: the name of a device is empty");
}

TEST_CASE("without devices the list says so; without sysfs nothing can be read") {
    MachineFixture machine;
    const auto devices = host::BlockDevices::read(machine.root(), machine.lookup());
    REQUIRE(devices);
    CHECK(found(*devices, "sda") == "error: no device or path 'sda'; the devices here: none");
    machine.remove("/sys");
    const auto none = host::BlockDevices::read(machine.root(), machine.lookup());
    REQUIRE_FALSE(none);
    CHECK(none.error().remedy == "mount -t sysfs sysfs /sys");
}

TEST_CASE("writeback devices get readable names") {
    const ResolvedMachine machine;
    const auto devices = machine.devices();
    CHECK(devices.name_of_bdi("8:0") == "sda");
    CHECK(devices.name_of_bdi("btrfs-1") == "btrfs-1 (sdb, sdd)");
    CHECK(devices.name_of_bdi("btrfs-2") == "btrfs-2");
    CHECK(devices.name_of_bdi("0:37") == "0:37 (nfs4 on /home)");
    CHECK(devices.name_of_bdi("8:240") == "8:240");
    CHECK(devices.name_of_bdi("") == "");
}

TEST_CASE("the folder of a device in sysfs means the device, others nothing") {
    const ResolvedMachine machine;
    const auto devices = machine.devices();
    CHECK(found(devices, "/sys/devices/virtual/block/loop7") == "loop7");
    CHECK(
        found(devices, "/sys/devices/virtual/block/loop7/queue") ==
        "error: /sys/devices/virtual/block/loop7/queue is on sysfs: no block device is behind it");
}
