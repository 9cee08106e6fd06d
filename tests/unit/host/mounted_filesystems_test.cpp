// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <fmt/format.h>

#include "host/block_devices.h"
#include "tests/catch.h"
#include "tests/unit/host/machine_fixture.h"

namespace host = wbtrace::host;

namespace {

// ext4 on md0 over sda1 and sdb; xfs on sda2 with its log on sdc; a btrfs on sdd and
// sde; loop0 is a file of the ext4.
struct MountedMachine : MachineFixture {
    MountedMachine() {
        disk("sda", "8:0");
        partition("sda1", "sda", "8:1", 34, 500);
        partition("sda2", "sda", "8:2", 534, 500);
        for (const char* name : {"sdb", "sdc", "sdd", "sde"})
            disk(name, fmt::format("8:{}", 16 * (name[2] - 'a')));
        bio_disk("md0", "9:0");
        for (const char* lower : {"sda1", "sdb"}) slave("md0", lower);
        loop("loop0", "7:0", "/mnt/file");
        path("/mnt/file", "9:0");
        node("/dev/sdc", "8:32");
        node("/dev/sdd", "8:48");
        for (const char* name : {"sdd", "sde"})
            file(fmt::format("/sys/fs/btrfs/u/devices/{}", name), "");
        mounts(
            "1 0 9:0 /srv /bind rw - ext4 /dev/md0 rw\n"
            "2 1 9:0 / /mnt rw - ext4 /dev/md0 rw\n"
            "3 1 8:2 / /data rw - xfs /dev/sda2 rw,logdev=/dev/sdc\n"
            "4 1 0:45 /sub /home rw - btrfs /dev/sdd rw\n"
            "5 1 7:0 / /img rw - ext2 /dev/loop0 rw\n"
            "6 1 0:30 / /tmp rw - tmpfs tmpfs rw\n");
    }
};

std::string text_of(const host::MountedFilesystem& filesystem) {
    std::string text = fmt::format("{} {} {} at {}:", host::to_text(filesystem.s_dev),
                                   filesystem.type, filesystem.root, filesystem.mount_point);
    for (const auto& place : filesystem.places) {
        text += fmt::format(" {}+{}", host::to_text(place.disk_dev), place.first_sector);
        if (place.end_sector != UINT64_MAX) text += fmt::format("-{}", place.end_sector);
        text += std::string(place.depth, '^');
    }
    return text;
}

}  // namespace

TEST_CASE("each file system is told once, with the sectors that it lies on") {
    const MountedMachine machine;
    const auto devices = host::BlockDevices::read(machine.root(), machine.lookup()).value();
    std::vector<std::string> rows;
    for (const auto& filesystem : devices.filesystems()) rows.push_back(text_of(filesystem));
    CHECK(rows == std::vector<std::string>{"9:0 ext4 / at /mnt: 9:0+0 8:0+34-534^ 8:16+0^",
                                           "8:2 xfs / at /data: 8:0+534-1034 8:32+0",
                                           "0:45 btrfs /sub at /home: 8:48+0 8:64+0",
                                           "7:0 ext2 / at /img: 7:0+0", "0:30 tmpfs / at /tmp:"});
}

TEST_CASE("upper disks are those above other devices, not those of a file") {
    const MountedMachine machine;
    const auto devices = host::BlockDevices::read(machine.root(), machine.lookup()).value();
    CHECK(devices.upper_disks() == std::vector{host::kernel_dev(9, 0)});
}
