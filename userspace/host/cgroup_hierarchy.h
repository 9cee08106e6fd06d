// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "host/mount_table.h"

namespace wbtrace::host {

/// The hierarchy by which I/O is told apart: that of the v1 blkio controller where it
/// is mounted, else v2.
struct CgroupHierarchy {
    bool v1 = false;
    std::string mount_point;  ///< empty: none is mounted, so names cannot be had
};

CgroupHierarchy io_cgroup_hierarchy(const MountTable& mounts);

/// Kernel id -> path from the root of the hierarchy ("/" for the root itself), as a
/// walk of the mounted tree finds them. The id is the inode number of its folder.
std::map<std::uint64_t, std::string> list_cgroups(const CgroupHierarchy& hierarchy);

}  // namespace wbtrace::host
