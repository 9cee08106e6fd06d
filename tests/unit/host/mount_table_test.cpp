// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "host/mount_table.h"

#include "tests/catch.h"

namespace host = wbtrace::host;

namespace {

constexpr const char* mountinfo =
    "27 1 254:0 / / rw,relatime - ext4 /dev/vda rw,discard\n"
    "30 27 8:1 /sub /mnt rw shared:1 master:2 - xfs /dev/sda1 rw\n"
    "31 27 0:40 / /mnt/a\\040b rw - tmpfs with\\134slash rw\n"
    "32 27 0:41 / /over rw - overlay overlay "
    "rw,lowerdir=/l,upperdir=/up\\040per/u,workdir=/w\n"
    "33 27 8:2 / /mnt rw - ext4 /dev/sda2 rw\n"
    "34 27 0:42 / /bare rw - tmpfs  rw\n";

}  // namespace

TEST_CASE("rows are read with their escapes undone") {
    const auto table = host::MountTable::parse(mountinfo);
    REQUIRE(table.mounts().size() == 6);
    const auto* mount = table.by_id(31);
    REQUIRE(mount);
    CHECK(mount->mount_point == "/mnt/a b");
    CHECK(mount->source == "with\\slash");
    CHECK(mount->dev == host::kernel_dev(0, 40));
    CHECK(table.by_id(30)->type == "xfs");
    CHECK(table.by_id(34)->source.empty());
    CHECK(table.by_dev(host::kernel_dev(8, 2))->id == 33);
    CHECK(table.first_of_type("tmpfs")->id == 31);
    CHECK_FALSE(table.by_id(99));
    CHECK_FALSE(table.first_of_type("nfs"));
}

TEST_CASE("a path is covered by the deepest mount, of equals by the last") {
    const auto table = host::MountTable::parse(mountinfo);
    CHECK(table.covering("/mnt")->id == 33);
    CHECK(table.covering("/mnt/file")->id == 33);
    CHECK(table.covering("/mnt/a b/file")->id == 31);
    CHECK(table.covering("/mntx")->id == 27);
    CHECK(table.covering("/")->id == 27);
    CHECK_FALSE(host::MountTable::parse("").covering("/"));
}

TEST_CASE("options of the superblock are found by their whole name") {
    const auto table = host::MountTable::parse(mountinfo);
    CHECK(host::super_option(*table.by_id(32), "upperdir") == "/up per/u");
    CHECK_FALSE(host::super_option(*table.by_id(32), "upper"));
    CHECK_FALSE(host::super_option(*table.by_id(32), "rw"));
}

TEST_CASE("broken rows are left out") {
    const auto table = host::MountTable::parse(
        "\n-\n1 2 3\nx 1 8:0 / / rw - ext4 a rw\n1 1 8:x / / rw - ext4 a rw\n"
        "2 1 8:0 / / rw ext4 a rw\n3 1 8:0 / / rw -\n4 1 8:0 / /end\\04 rw - ext4 a rw");
    REQUIRE(table.mounts().size() == 1);
    CHECK(table.mounts()[0].mount_point == "/end\\04");
}
