// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "host/direct_loops.h"

#include <set>

namespace wbtrace::host {

namespace {

/// A loop or zram device that writes what it is given elsewhere, from pages of its own.
bool copies(const BlockDevice& disk) { return !disk.backing_path.empty() && !disk.direct_io; }

/// Disks beneath a device, down to those that copy.
void add_beneath(const std::vector<BlockDevice>& devices, const BlockDevice& device,
                 std::set<KernelDev>& to) {
    for (const auto& name : device.parents) {
        const auto* beneath = find_device(devices, name);
        const auto* disk = beneath ? find_device(devices, beneath->disk) : nullptr;
        // One that is there already ends circles.
        if (!disk || !to.insert(disk->dev).second || copies(*disk)) continue;
        add_beneath(devices, *disk, to);
    }
}

}  // namespace

std::vector<LoopOverDisk> direct_loops(const std::vector<BlockDevice>& devices) {
    std::vector<LoopOverDisk> pairs;
    for (const auto& loop : devices) {
        if (loop.partition || !loop.direct_io) continue;
        std::set<KernelDev> disks{loop.dev};  // never beneath itself
        add_beneath(devices, loop, disks);
        disks.erase(loop.dev);
        for (const auto disk : disks) pairs.push_back({loop.dev, disk});
    }
    return pairs;
}

}  // namespace wbtrace::host
