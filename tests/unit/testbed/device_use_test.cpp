// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "testbed/device_use.h"

#include <filesystem>

#include "tests/catch.h"
#include "tests/scratch_folder.h"

namespace wbtrace::testbed {
namespace {

/// The number of a disk that this machine cannot have.
constexpr const char* mount_row = "30 1 4095:16 / /data rw - ext4 /dev/sdx rw\n";

struct Disks {
    ScratchFolder scratch;
    Disks() {
        folder("proc/self");
        disk("sdx", "4095:16");
    }
    void folder(const std::string& path) const {
        std::filesystem::create_directories(scratch.path() + "/" + path);
    }
    void disk(const std::string& name, const std::string& numbers) const {
        folder("sys/class/block/" + name + "/holders");
        scratch.write("sys/class/block/" + name + "/dev", numbers + "\n");
    }
    [[nodiscard]] auto use(const std::string& name = "sdx") const {
        return use_of(name, scratch.path());
    }
};

TEST_CASE("a device that nobody uses") {
    const Disks machine;
    machine.scratch.write("proc/swaps", "Filename Type\n/dev/sdy partition 1 0 -2\n");
    machine.scratch.write("proc/self/mountinfo", "30 1 4095:17 / /data rw - ext4 /dev/sdy rw\n");
    CHECK_FALSE(machine.use());
}

TEST_CASE("a mounted device, and a partition of one") {
    const Disks machine;
    machine.scratch.write("proc/self/mountinfo", mount_row);
    CHECK(machine.use() == "is mounted on /data");
    machine.disk("sdx/sdx1", "4095:18");
    machine.scratch.write("sys/class/block/sdx/sdx1/partition", "1\n");
    machine.disk("sdx1", "4095:18");
    CHECK_FALSE(machine.use("sdx1"));
    machine.scratch.write("proc/self/mountinfo", "30 1 4095:18 / /a rw - xfs /dev/sdx1 rw\n");
    CHECK(machine.use("sdx1") == "is mounted on /a");
    CHECK(machine.use() == "has the partition sdx1, which is mounted on /a");
}

TEST_CASE("swap, members and what loop devices stand on") {
    const Disks machine;
    machine.scratch.write("proc/swaps", "Filename Type\n/dev/sdx partition 1 0 -2\n");
    CHECK(machine.use() == "is swap");
    machine.scratch.write("proc/swaps", "Filename Type\n");
    machine.folder("sys/class/block/loop3/loop");
    machine.scratch.write("sys/class/block/loop3/loop/backing_file", "/dev/sdx\n");
    CHECK(machine.use() == "is what loop3 stands on");
    machine.folder("sys/class/block/sdx/holders/md127");
    CHECK(machine.use() == "is part of md127");
    machine.folder("sys/fs/btrfs/0-1/devices/sdx");
    CHECK(machine.use() == "is a device of a mounted btrfs");
}

}  // namespace
}  // namespace wbtrace::testbed
