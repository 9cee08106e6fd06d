// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "analysis/request_kind.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "analysis/record_fields.h"

namespace wbtrace::analysis {

namespace {

using model::RequestKind;

/// Inodes without a name that hold a file system's own blocks.
struct HiddenInode {
    std::string_view filesystem;
    std::uint64_t inode;
};
constexpr std::array hidden_inodes = {
    HiddenInode{"btrfs", 1},  // the trees
    HiddenInode{"f2fs", 1},   // nodes
    HiddenInode{"f2fs", 2},   // segment tables and checkpoints
};

bool inode_known(const wb_request_done& record) { return has_flag(record, WB_REQUEST_INODE_KNOWN); }

bool on_device_node(const wb_request_done& record, const Context& context) {
    return inode_known(record) && context.filesystems.is_device_node(record.inode_dev);
}

/// jbd2 also writes the data of files before a commit (data=ordered), unmarked. What
/// of theirs it marks as metadata goes into the journal (data=journal).
bool is_jbd2(const wb_request_done& record, bool meta, const Context& context) {
    if (!by_jbd2(record)) return false;
    return meta || !inode_known(record) || on_device_node(record, context);
}

/// Only the log writes its own memory, and says that more is not to be waited for.
bool is_xfs_log(const wb_request_done& record, const Context& context) {
    if (inode_known(record) || (record.cmd_flags & context.request_bits.idle) == 0) return false;
    const Filesystem* filesystem = filesystem_of(record, context);
    return filesystem != nullptr && filesystem->type == "xfs";
}

bool is_hidden_inode(const wb_request_done& record, const Context& context) {
    const Filesystem* filesystem = context.filesystems.by_dev(record.inode_dev);
    if (filesystem == nullptr) return false;
    return std::any_of(hidden_inodes.begin(), hidden_inodes.end(), [&](const auto& hidden) {
        return hidden.filesystem == filesystem->type && hidden.inode == record.inode;
    });
}

/// A file system keeps its blocks in the pages of its device's node; without one
/// somebody writes to the node itself.
RequestKind kind_on_node(const wb_request_done& record, const Context& context) {
    return filesystem_of(record, context) ? RequestKind::metadata : RequestKind::device_pages;
}

}  // namespace

// The first that holds.
RequestKind kind_of(const wb_request_done& record, const Context& context) {
    const auto& bits = context.request_bits;
    const bool meta = (record.cmd_flags & bits.meta) != 0;
    if (record.op == WB_OP_PASSTHROUGH) return RequestKind::passthrough;
    if (record.op == WB_OP_FLUSH) return RequestKind::flush;
    if ((record.cmd_flags & bits.swap) != 0) return RequestKind::swap;
    if (has_flag(record, WB_REQUEST_DIRECT)) return RequestKind::direct;
    if (record.op != WB_OP_READ && record.op != WB_OP_WRITE) return RequestKind::kernel;
    if (is_jbd2(record, meta, context)) return RequestKind::journal;
    if (meta && is_xfs_log(record, context)) return RequestKind::journal;
    if (meta) return RequestKind::metadata;
    if (!inode_known(record)) return RequestKind::kernel;
    if (on_device_node(record, context)) return kind_on_node(record, context);
    if (is_hidden_inode(record, context)) return RequestKind::metadata;
    return RequestKind::file_data;
}

const Filesystem* filesystem_of(const wb_request_done& record, const Context& context) {
    const auto& filesystems = context.filesystems;
    if (inode_known(record) && !filesystems.is_device_node(record.inode_dev))
        return filesystems.by_dev(record.inode_dev);
    return filesystems.at(record.dev, record.sector);
}

}  // namespace wbtrace::analysis
