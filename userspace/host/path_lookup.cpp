// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "host/path_lookup.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <filesystem>
#include <system_error>

namespace wbtrace::host {

std::optional<PathFacts> look_up_path(const std::string& path) {
    struct statx status {};
    // An automount point is left alone: asking must not mount anything.
    if (::statx(AT_FDCWD, path.c_str(), AT_NO_AUTOMOUNT, STATX_TYPE | STATX_MNT_ID, &status) != 0)
        return std::nullopt;
    std::error_code error;
    PathFacts facts;
    facts.canonical = std::filesystem::canonical(path, error).string();
    if (error) return std::nullopt;
    facts.block_device = S_ISBLK(status.stx_mode);
    if (facts.block_device) facts.node = kernel_dev(status.stx_rdev_major, status.stx_rdev_minor);
    facts.filesystem = kernel_dev(status.stx_dev_major, status.stx_dev_minor);
    if (status.stx_mask & STATX_MNT_ID) facts.mount_id = status.stx_mnt_id;
    return facts;
}

}  // namespace wbtrace::host
