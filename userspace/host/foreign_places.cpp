// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// A file system that has a bdi of its own does not say by it which devices it is on: the bdi's
// name tells.
#include <algorithm>
#include <filesystem>
#include <set>
#include <system_error>

#include "host/block_devices.h"

namespace wbtrace::host {

namespace {

using Disks = std::set<std::string>;  // kernel names

bool is_on(const std::vector<BlockDevice>& devices, const BlockDevice* device, const Disks& disks) {
    const auto* disk = device ? find_device(devices, device->disk) : nullptr;
    return disk && disks.count(disk->kernel_name) != 0;
}

}  // namespace

ForeignPlaces BlockDevices::foreign_to(const std::vector<TracedDevice>& traced) const {
    Disks disks;
    for (const auto& row : traced)
        if (const auto* disk = find_device(devices_, row.disk_dev)) disks.insert(disk->kernel_name);
    ForeignPlaces foreign;
    for (const auto& device : devices_)
        if (!is_on(devices_, &device, disks)) foreign.devices.push_back(device.dev);
    std::error_code error;
    std::filesystem::directory_iterator bdi(root_ + "/sys/class/bdi", error);
    for (; !error && bdi != std::filesystem::directory_iterator(); bdi.increment(error)) {
        const std::string name = bdi->path().filename();
        // "0:45" of nfs and fuse, "8:1-fuseblk", or a disk's own, which needs no entry.
        if (const auto dev = parse_kernel_dev(name.substr(0, name.find('-')))) {
            const bool on_disk = is_on(devices_, find_device(devices_, *dev), disks);
            if (!on_disk) foreign.bdis.push_back(name);
            continue;
        }
        const auto members = btrfs_members_of_bdi(root_, name);
        const bool on_traced = std::any_of(members.begin(), members.end(), [&](const auto& member) {
            return is_on(devices_, find_device(devices_, member), disks);
        });
        if (!members.empty() && !on_traced) foreign.bdis.push_back(name);
    }
    std::sort(foreign.bdis.begin(), foreign.bdis.end());
    return foreign;
}

}  // namespace wbtrace::host
