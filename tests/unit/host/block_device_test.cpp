// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "host/block_device.h"

#include "tests/catch.h"
#include "tests/unit/host/machine_fixture.h"

namespace host = wbtrace::host;

namespace {

void queue_files(const MachineFixture& machine, const std::string& disk) {
    const std::string queue = "/sys/class/block/" + disk + "/queue/";
    machine.file(queue + "scheduler", "none [mq-deadline] kyber\n");
    machine.file(queue + "write_cache", "write back\n");
    machine.file(queue + "nr_requests", "256\n");
    machine.file(queue + "nomerges", "0\n");
    machine.file(queue + "wbt_lat_usec", "-1\n");
}

}  // namespace

TEST_CASE("disks and partitions are read from sysfs") {
    MachineFixture machine;
    machine.disk("sda", "8:0");
    queue_files(machine, "sda");
    machine.partition("sda10", "sda", "8:10", 4096, 1000);
    machine.partition("sda2", "sda", "8:2", 34, 500);
    const auto devices = host::read_block_devices(machine.root());
    REQUIRE(devices.size() == 3);
    CHECK(devices[0].name == "sda");
    CHECK(devices[1].name == "sda2");
    CHECK(devices[2].name == "sda10");

    const auto& disk = devices[0];
    CHECK(disk.dev == host::kernel_dev(8, 0));
    CHECK_FALSE(disk.partition);
    CHECK_FALSE(disk.bio_based);
    CHECK(disk.disk == "sda");
    CHECK(disk.sectors == 2048);
    CHECK(disk.parents.empty());
    CHECK(disk.queue.scheduler == "mq-deadline");
    CHECK(disk.queue.write_cache == "write back");
    CHECK(disk.queue.nr_requests == 256U);
    CHECK(disk.queue.nomerges == 0U);
    CHECK_FALSE(disk.queue.wbt_lat_usec);  // -1: off
    CHECK_FALSE(disk.queue.max_sectors_kb);

    const auto& partition = devices[2];
    CHECK(partition.partition);
    CHECK(partition.disk == "sda");
    CHECK(partition.first_sector == 4096);
    CHECK(partition.sectors == 1000);
    CHECK(partition.parents == std::vector<std::string>{"sda"});
    CHECK(partition.queue.scheduler == "mq-deadline");
    CHECK_FALSE(partition.bio_based);
}

TEST_CASE("names come from uevent, else from sysfs with the slash put back") {
    MachineFixture machine;
    machine.disk("cciss!c0d0", "104:0");
    machine.disk("odd", "9:9");
    machine.file("/sys/class/block/odd/uevent", "MAJOR=9\nDEVNAME=sub/odd\nDEVTYPE=disk\n");
    const auto devices = host::read_block_devices(machine.root());
    REQUIRE(devices.size() == 2);
    CHECK(devices[0].name == "cciss/c0d0");
    CHECK(devices[0].kernel_name == "cciss!c0d0");
    CHECK(devices[1].name == "sub/odd");
}

TEST_CASE("a disk without request queues is bio-based, and so are its partitions") {
    MachineFixture machine;
    machine.bio_disk("md0", "9:0");
    machine.partition("md0p1", "md0", "259:0", 8, 100);
    machine.disk("sda", "8:0");
    machine.disk("sdb", "8:16");
    machine.slave("md0", "sdb");
    machine.slave("md0", "sda");
    const auto devices = host::read_block_devices(machine.root());
    REQUIRE(devices.size() == 4);
    CHECK(devices[0].bio_based);
    CHECK(devices[1].bio_based);
    CHECK(devices[0].parents == std::vector<std::string>{"sda", "sdb"});
}

TEST_CASE("what loop and zram lie on") {
    MachineFixture machine;
    machine.loop("loop0", "7:0", "/data/a b.img");
    machine.loop("loop1", "7:1", "/data/gone.img (deleted)");
    machine.bio_disk("zram0", "251:0");
    machine.bio_disk("zram1", "251:1");
    machine.file("/sys/class/block/zram0/backing_dev", "/dev/sda5\n");
    machine.file("/sys/class/block/zram1/backing_dev", "none\n");
    const auto devices = host::read_block_devices(machine.root());
    CHECK(host::find_device(devices, "loop0")->backing_path == "/data/a b.img");
    CHECK(host::find_device(devices, "loop1")->backing_path == "/data");
    CHECK(host::find_device(devices, "zram0")->backing_path == "/dev/sda5");
    CHECK(host::find_device(devices, "zram1")->backing_path.empty());
}

TEST_CASE("a device without a number is left out") {
    MachineFixture machine;
    machine.disk("nvme0n1", "259:0");
    machine.file("/sys/class/block/nvme0c0n1/size", "2048\n");  // hidden path of a multipath disk
    const auto devices = host::read_block_devices(machine.root());
    REQUIRE(devices.size() == 1);
    CHECK(host::find_device(devices, host::kernel_dev(259, 0)));
    CHECK_FALSE(host::find_device(devices, "nvme0c0n1"));
}
