// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "host/device_number.h"

namespace wbtrace::host {

/// A row of mountinfo(5), its octal escapes undone.
struct Mount {
    std::uint64_t id = 0;
    KernelDev dev = 0;  ///< of the superblock; major 0 when no block device carries it
    std::string root;   ///< what of the file system is mounted: "/" is all of it
    std::string mount_point;
    std::string type;           ///< "ext4"
    std::string source;         ///< "/dev/sda1", "tmpfs", "server:/export"
    std::string super_options;  ///< as written: still escaped
};

/// The mounts that this process sees, in the order they were made.
class MountTable {
public:
    /// Rows that cannot be understood are left out.
    static MountTable parse(std::string_view mountinfo);

    /// Of root + /proc/self/mountinfo; empty when it cannot be read.
    static MountTable read(const std::string& root);

    [[nodiscard]] const std::vector<Mount>& mounts() const { return mounts_; }
    [[nodiscard]] const Mount* by_id(std::uint64_t id) const;
    [[nodiscard]] const Mount* by_dev(KernelDev dev) const;
    [[nodiscard]] const Mount* first_of_type(std::string_view type) const;

    /// The mount with the longest mount point that holds this absolute path; of
    /// several on one point the last, which hides the others.
    [[nodiscard]] const Mount* covering(std::string_view path) const;

private:
    std::vector<Mount> mounts_;
};

/// The value of a key=value option, its escapes undone.
std::optional<std::string> super_option(const Mount& mount, std::string_view key);

}  // namespace wbtrace::host
