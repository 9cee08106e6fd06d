// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "analysis/request_kind.h"

#include "tests/catch.h"
#include "tests/records.h"

using namespace wbtrace;
using model::RequestKind;

namespace {

constexpr std::uint32_t meta = 1U << 12, idle = 1U << 15, swap = 1U << 24;
constexpr std::uint32_t ext4_dev = 8U << 20 | 1, xfs_dev = 8U << 20 | 2;
constexpr std::uint32_t btrfs_dev = 45, node_dev = 3;  // major 0
constexpr std::uint64_t on_ext4 = 100, on_xfs = 2000, on_nothing = 9000;

// sda holds ext4 and xfs in partitions, sdb belongs to a btrfs.
analysis::Context machine() {
    analysis::Context context;
    context.request_bits = {meta, idle, swap};
    auto& filesystems = context.filesystems;
    filesystems.add(ext4_dev, {"ext4", "/"});
    filesystems.add(xfs_dev, {"xfs", "/data"});
    filesystems.add(btrfs_dev, {"btrfs", "/home"});
    filesystems.add_place(8U << 20, 34, 1000, ext4_dev);
    filesystems.add_place(8U << 20, 1000, 3000, xfs_dev);
    filesystems.add_place(8U << 20 | 16, 0, UINT64_MAX, btrfs_dev);
    return context;
}

struct Shape {
    const char* what;
    RequestKind kind;
    std::uint32_t cmd_flags = 0;
    unsigned flags = 0;
    std::uint32_t inode_dev = 0;
    std::uint64_t inode = 0;
    std::uint64_t sector = on_ext4;
    const char* comm = "dd";
    unsigned op = WB_OP_WRITE;
};

wb_request_done record_of(const Shape& shape) {
    auto record = tests::request_done(10'000);
    record.cmd_flags = shape.cmd_flags;
    record.flags = static_cast<__u16>(shape.flags);
    record.inode_dev = shape.inode_dev;
    record.inode = shape.inode;
    record.sector = shape.sector;
    record.op = static_cast<__u8>(shape.op);
    tests::set_text(record.issuer_comm, shape.comm);
    return record;
}

constexpr unsigned known = WB_REQUEST_INODE_KNOWN, kthread = WB_REQUEST_ISSUER_KTHREAD,
                   direct = WB_REQUEST_DIRECT;

const Shape shapes[] = {
    {"a page of a file", RequestKind::file_data, 0, known | kthread, ext4_dev, 12, on_ext4, "kw"},
    {"read ahead", RequestKind::file_data, 0, known, ext4_dev, 12, on_ext4, "cat", WB_OP_READ},
    {"direct", RequestKind::direct, 0, direct},
    {"direct by a kworker", RequestKind::direct, 0, direct | kthread | WB_REQUEST_SUBMITTED},
    {"a page to swap", RequestKind::swap, swap, direct, 0, 0, on_nothing, "kswapd0"},
    {"flush by jbd2", RequestKind::flush, 0, kthread, 0, 0, UINT64_MAX, "jbd2/sda1-8", WB_OP_FLUSH},
    {"journal block", RequestKind::journal, meta | idle, known | kthread, node_dev, 0, on_ext4,
     "jbd2/sda1-8"},
    {"commit block, old kernel", RequestKind::journal, 0, kthread, 0, 0, on_ext4, "jbd2/sda1-8"},
    {"data=ordered", RequestKind::file_data, 0, known | kthread, ext4_dev, 12, on_ext4,
     "jbd2/sda1-8"},
    {"data=journal", RequestKind::journal, meta, known | kthread, ext4_dev, 12, on_ext4,
     "jbd2/sda1-8"},
    {"a user's task named jbd2", RequestKind::file_data, 0, known, ext4_dev, 12, on_ext4, "jbd2/x"},
    {"an inode table", RequestKind::metadata, meta, known | kthread, node_dev, 0, on_ext4, "kw"},
    {"a FAT, unmarked", RequestKind::metadata, 0, known, node_dev, 0, on_ext4, "cp"},
    {"mkfs to the node", RequestKind::device_pages, 0, known | kthread, node_dev, 0, on_nothing},
    {"xfs log", RequestKind::journal, meta | idle, kthread, 0, 0, on_xfs, "kworker/0:1H"},
    {"xfs buffer", RequestKind::metadata, meta, kthread, 0, 0, on_xfs, "xfsaild/sda2"},
    {"idle and meta on ext4", RequestKind::metadata, meta | idle, 0, 0, 0, on_ext4},
    {"btrfs tree", RequestKind::metadata, meta, known | kthread, btrfs_dev, 1, on_nothing},
    {"btrfs tree, unmarked", RequestKind::metadata, 0, known | kthread, btrfs_dev, 1, on_nothing},
    {"btrfs file", RequestKind::file_data, 0, known | kthread, btrfs_dev, 257, on_nothing},
    {"inode 1 elsewhere", RequestKind::file_data, 0, known, ext4_dev, 1},
    {"marked, nothing mounted", RequestKind::metadata, meta, 0, 0, 0, on_nothing},
    {"discard", RequestKind::kernel, 0, 0, 0, 0, on_ext4, "fstrim", WB_OP_DISCARD},
    {"nobody's page", RequestKind::kernel},
    {"a driver's command", RequestKind::passthrough, 0, 0, 0, 0, UINT64_MAX, "x",
     WB_OP_PASSTHROUGH},
};

}  // namespace

TEST_CASE("what a request carried is told from its flags, issuer, inode and place") {
    const auto context = machine();
    for (const auto& shape : shapes) {
        CAPTURE(shape.what);
        CHECK(model::name_of(analysis::kind_of(record_of(shape), context)) ==
              std::string(model::name_of(shape.kind)));
    }
}

TEST_CASE("a flag that the kernel does not have says nothing") {
    analysis::Context context = machine();
    context.request_bits = {};
    const Shape buffer = {"", RequestKind::kernel, meta | swap, 0, 0, 0, on_xfs};
    CHECK(analysis::kind_of(record_of(buffer), context) == RequestKind::kernel);
}

TEST_CASE("the file system is that of the inode, else of the place on the disk") {
    const auto context = machine();
    const auto type = [&](const Shape& shape) {
        const auto* filesystem = analysis::filesystem_of(record_of(shape), context);
        return filesystem ? filesystem->type : "none";
    };
    CHECK(type({"", RequestKind::file_data, 0, known, btrfs_dev, 257, on_ext4}) == "btrfs");
    CHECK(type({"", RequestKind::metadata, 0, known, node_dev, 0, on_xfs}) == "xfs");
    CHECK(type({"", RequestKind::kernel, 0, 0, 0, 0, on_ext4}) == "ext4");
    CHECK(type({"", RequestKind::kernel, 0, 0, 0, 0, 3000}) == "none");
    CHECK(type({"", RequestKind::flush, 0, 0, 0, 0, UINT64_MAX}) == "none");
}

TEST_CASE("kinds are named as people say them") {
    CHECK(model::title_of(RequestKind::journal, "ext4") == "jbd2");
    CHECK(model::title_of(RequestKind::journal, "xfs") == "xfs log");
    CHECK(model::title_of(RequestKind::journal, "") == "journal");
    CHECK(model::title_of(RequestKind::metadata, "btrfs") == "btrfs metadata");
    CHECK(model::title_of(RequestKind::metadata, "") == "metadata");
}
