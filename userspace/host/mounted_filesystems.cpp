// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// Which file system a sector belongs to. That of a device is also that of what lies
// beneath it (md, dm), but not of a file behind a loop device: that is another's.
#include <algorithm>
#include <set>

#include "host/block_devices.h"

namespace wbtrace::host {

namespace {

class Places {
public:
    explicit Places(const std::vector<BlockDevice>& devices) : devices_(devices) {}

    std::vector<FilesystemPlace> of(const std::vector<std::string>& names) {
        for (const auto& name : names) add(name, 0);
        return std::move(places_);
    }

private:
    void add(const std::string& name, unsigned depth) {
        const auto* device = find_device(devices_, name);
        const auto* disk = device ? find_device(devices_, device->disk) : nullptr;
        if (!disk || !seen_.insert(name).second) return;
        const auto end = device->partition ? device->first_sector + device->sectors : UINT64_MAX;
        places_.push_back({disk->dev, device->first_sector, end, depth});
        if (device->partition || !device->backing_path.empty()) return;
        for (const auto& parent : device->parents) add(parent, depth + 1);
    }

    const std::vector<BlockDevice>& devices_;
    std::set<std::string> seen_;  // also ends circles
    std::vector<FilesystemPlace> places_;
};

}  // namespace

std::vector<MountedFilesystem> BlockDevices::filesystems() const {
    std::vector<MountedFilesystem> all;
    for (const auto& mount : mounts_.mounts()) {
        const auto same = std::find_if(all.begin(), all.end(), [&mount](const auto& known) {
            return known.s_dev == mount.dev;
        });
        if (same == all.end()) {
            all.push_back({mount.dev, mount.type, mount.mount_point, mount.root,
                           Places(devices_).of(members(mount))});
        } else if (same->root != "/" && mount.root == "/") {
            same->mount_point = mount.mount_point;
            same->root = mount.root;
        }
    }
    return all;
}

/// Kernel names of the devices that carry it; a log on a device of its own included.
std::vector<std::string> BlockDevices::members(const Mount& mount) const {
    std::vector<std::string> names;
    const auto add_node = [&](const std::string& path, bool whole_btrfs) {
        const auto node = path.starts_with('/') ? look_up_(path) : std::nullopt;
        const auto* device =
            node && node->block_device ? find_device(devices_, node->node) : nullptr;
        if (!device) return;
        if (!whole_btrfs) return names.push_back(device->kernel_name);
        names = btrfs_members(root_, device->kernel_name);
    };
    if (const auto* device = find_device(devices_, mount.dev)) names.push_back(device->kernel_name);
    if (names.empty()) add_node(mount.source, mount.type == "btrfs");
    if (const auto log = super_option(mount, "logdev")) add_node(*log, false);
    return names;
}

}  // namespace wbtrace::host
