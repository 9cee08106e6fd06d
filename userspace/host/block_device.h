// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "host/device_number.h"
#include "model/snapshot.h"

namespace wbtrace::host {

/// A disk or a partition as sysfs describes it.
struct BlockDevice {
    std::string kernel_name;  ///< entry of /sys/class/block: "cciss!c0d0"
    std::string name;         ///< as under /dev: "cciss/c0d0"
    KernelDev dev = 0;
    bool partition = false;
    std::string disk;                      ///< kernel name of the whole disk; its own for a disk
    std::uint64_t first_sector = 0;        ///< on the disk; 0 for a disk
    std::uint64_t sectors = 0;             ///< 0: no medium, or nothing bound to it
    bool bio_based = false;                ///< of the disk: it has no request queues
    std::optional<std::uint64_t> diskseq;  ///< of the disk: another medium has another; not in 5.10
    std::string backing_path;              ///< file or device behind loop and zram, or empty
    bool direct_io = false;                ///< a loop device that hands its pages on, uncopied
    /// Kernel names of the devices directly beneath, in the order of their names;
    /// of a partition: its disk.
    std::vector<std::string> parents;
    model::QueueSettings queue;  ///< the disk's
};

/// Every device of root + /sys/class/block, ordered by name with numbers in them
/// counted ("sda2" before "sda10"). The parents of devices with a backing_path are
/// not yet known. Devices without a number (hidden paths of a multipath disk) and
/// those that vanish meanwhile are left out.
std::vector<BlockDevice> read_block_devices(const std::string& root);

/// Of these devices the one with this number or kernel name, or null.
const BlockDevice* find_device(const std::vector<BlockDevice>& devices, KernelDev dev);
/// The same, with this medium; one of unknown medium when only that is there.
const BlockDevice* find_device(const std::vector<BlockDevice>& devices, KernelDev dev,
                               std::optional<std::uint64_t> diskseq);
const BlockDevice* find_device(const std::vector<BlockDevice>& devices,
                               std::string_view kernel_name);

}  // namespace wbtrace::host
