// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace wbtrace::analysis {

struct Filesystem {
    std::string type;         ///< "ext4"
    std::string mount_point;  ///< of its root, or else of a part
    std::string root = "/";   ///< what of it is mounted there
};

/// The mounted file systems, and which sectors of which disks they lie on. Device
/// numbers are major << 20 | minor, as records carry them.
class Filesystems {
public:
    /// One that was known by this number before is replaced.
    void add(std::uint32_t s_dev, Filesystem filesystem);

    /// Of several that hold a sector the one added first is meant: give the narrower
    /// ones, and those that lie on the disk directly, before the others.
    void add_place(std::uint32_t disk, std::uint64_t first_sector, std::uint64_t end_sector,
                   std::uint32_t s_dev);

    /// Before they are read again: what was on the disks is told anew, while names of
    /// those that went stay known.
    void forget_places() { places_.clear(); }

    /// By the number of the superblock, as inodes carry it; null when unknown.
    [[nodiscard]] const Filesystem* by_dev(std::uint32_t s_dev) const;

    /// The one that holds this sector of a disk; null when none does.
    [[nodiscard]] const Filesystem* at(std::uint32_t disk, std::uint64_t sector) const;

    /// Whether a part of this one lies on the disk.
    [[nodiscard]] bool lies_on(std::uint32_t s_dev, std::uint32_t disk) const;

    /// Whether an inode with this number is a block device's node: the pseudo file
    /// system of those has no device (major 0), and is never mounted.
    [[nodiscard]] bool is_device_node(std::uint32_t s_dev) const;

private:
    struct Place {
        std::uint64_t first_sector, end_sector;
        std::uint32_t s_dev;
    };
    std::map<std::uint32_t, Filesystem> by_dev_;
    std::map<std::uint32_t, std::vector<Place>> places_;  // by disk
};

}  // namespace wbtrace::analysis
