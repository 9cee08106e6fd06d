// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "analysis/awaited_requests.h"

#include "analysis/record_fields.h"
#include "analysis/request_kind.h"

namespace wbtrace::analysis {

namespace {

// Numbers of REQ_ flags that are the same from 5.10 to 7.3.
constexpr std::uint32_t req_sync = 1U << 11;
constexpr std::uint32_t req_fua = 1U << 17;
constexpr std::uint32_t req_preflush = 1U << 18;

constexpr std::uint64_t no_sector = UINT64_MAX;

bool is_kthread(const wb_request_done& record) {
    return has_flag(record, WB_REQUEST_ISSUER_KTHREAD);
}

// A commit block that waits for a flush is given to the device by a kworker afterwards,
// and has lost its flags: it passes for metadata. What else a kworker writes of the
// device's own pages is not waited for.
bool is_commit_block(const wb_request_done& record, const Context& context) {
    return is_kthread(record) && (record.cmd_flags & req_sync) != 0 &&
           has_flag(record, WB_REQUEST_INODE_KNOWN) &&
           context.filesystems.is_device_node(record.inode_dev);
}

}  // namespace

bool is_btrfs_metadata(const wb_request_done& record) {
    return has_flag(record, WB_REQUEST_INODE_KNOWN) && is_anonymous(record.inode_dev) &&
           record.inode == btrfs_tree_inode;
}

AwaitedPart awaited_part(const wb_request_done& record, const Context& context) {
    if (record.op == WB_OP_FLUSH) return AwaitedPart::flush;
    if (record.op != WB_OP_WRITE) return AwaitedPart::none;
    if (kind_of(record, context) == model::RequestKind::journal || by_jbd2(record) ||
        is_commit_block(record, context) || is_btrfs_metadata(record))
        return AwaitedPart::journal;
    if ((record.cmd_flags & (req_fua | req_preflush)) != 0) return AwaitedPart::flush;
    return AwaitedPart::none;
}

void MemberDisks::learn(const wb_request_done& record) {
    if (!has_flag(record, WB_REQUEST_INODE_KNOWN) || !is_anonymous(record.inode_dev)) return;
    if (disks_.size() >= most_file_systems && !known(record.inode_dev)) return;
    auto& disks = disks_[record.inode_dev];
    const bool bio_based = has_flag(record, WB_REQUEST_BIO_BASED);
    if (disks.devs.empty()) disks.bio_based = bio_based;
    if (disks.bio_based == bio_based) disks.devs.insert(record.dev);
}

bool MemberDisks::has(std::uint32_t inode_dev, std::uint32_t disk_dev) const {
    const auto found = disks_.find(inode_dev);
    return found != disks_.end() && found->second.devs.count(disk_dev) != 0;
}

bool is_on_disk_of(const wb_sync& sync, const wb_request_done& record, const MemberDisks& members) {
    if (sync.call == WB_SYNC_SYNC) return true;
    if (sync.disk_dev == 0) return members.has(sync.inode_dev, record.dev);
    if (sync.disk_dev != record.dev) return false;
    if (record.sector == no_sector || sync.sectors == 0) return true;  // a flush is for all
    return record.sector >= sync.first_sector && record.sector - sync.first_sector < sync.sectors;
}

}  // namespace wbtrace::analysis
