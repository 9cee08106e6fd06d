// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "host/block_device.h"
#include "host/mount_table.h"
#include "host/path_lookup.h"

namespace wbtrace::host {

/// What is needed to tell which devices a path lies on. Refers to its parts, so
/// it lives only for one question.
struct FilesystemView {
    const std::string& root;
    const PathLookup& look_up;
    const MountTable& mounts;
    const std::vector<BlockDevice>& devices;
};

/// Kernel names of the block devices behind a path: the device itself for a device
/// node, else those of the filesystem that the path is on, which are several for a
/// btrfs over several devices; for an overlay those of its upper directory. Fails
/// when none is behind it (tmpfs, nfs) or the path does not exist.
Result<std::vector<std::string>> devices_behind_path(const FilesystemView& view,
                                                     const std::string& path);

/// Kernel names of all devices of the btrfs that this device is a member of; only
/// the device itself when sysfs knows no such btrfs.
std::vector<std::string> btrfs_members(const std::string& root, const std::string& kernel_name);

/// Kernel names of the devices of the btrfs with this bdi ("btrfs-1"); may be empty.
std::vector<std::string> btrfs_members_of_bdi(const std::string& root, const std::string& bdi);

}  // namespace wbtrace::host
