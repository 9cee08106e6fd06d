// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// Which requests a sync call waits for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>

#include "analysis/context.h"
#include "bpf/abi/block_events.h"
#include "bpf/abi/sync_events.h"

namespace wbtrace::analysis {

/// What a request is to a sync call, its own data apart.
enum class AwaitedPart {
    none,
    journal,  ///< of jbd2 (with the data of other files that a commit writes first), xfs, btrfs
    flush,    ///< of the device's cache, or a write with FUA or PREFLUSH
};

AwaitedPart awaited_part(const wb_request_done& record, const Context& context);

/// The pages of the file system itself, which for btrfs hang on an inode of its own.
bool is_btrfs_metadata(const wb_request_done& record);

/// The superblock's number is no block device's: btrfs, tmpfs, the block devices themselves.
constexpr bool is_anonymous(std::uint32_t dev) { return (dev >> 20) == 0; }

/// On which disks file systems with such a number lie, learned from the requests that
/// carry their pages. Of stacked devices only the lowest count: their requests end first.
class MemberDisks {
public:
    void learn(const wb_request_done& record);
    [[nodiscard]] bool known(std::uint32_t inode_dev) const { return disks_.count(inode_dev) != 0; }
    [[nodiscard]] bool has(std::uint32_t inode_dev, std::uint32_t disk_dev) const;

private:
    static constexpr std::size_t most_file_systems = 256;
    struct Disks {
        std::set<std::uint32_t> devs;
        bool bio_based = false;
    };
    std::map<std::uint32_t, Disks> disks_;  // by s_dev
};

/// Whether the request went to the disk, and there to the part, that the call's file is on.
bool is_on_disk_of(const wb_sync& sync, const wb_request_done& record, const MemberDisks& members);

}  // namespace wbtrace::analysis
