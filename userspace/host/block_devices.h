// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "host/block_device.h"
#include "host/filesystem_devices.h"
#include "host/mount_table.h"
#include "host/path_lookup.h"
#include "model/snapshot.h"

namespace wbtrace::host {

/// A device to be traced: whose requests they are, and how to know them.
struct TracedDevice {
    model::DeviceIdentity identity;  ///< slot is not set here
    KernelDev disk_dev = 0;          ///< of the whole disk: what requests carry
    std::uint64_t first_sector = 0;
    std::uint64_t end_sector = UINT64_MAX;  ///< behind the last one
    bool bio_based = false;
    bool partition = false;
};

/// Sectors of a disk that a file system lies on.
struct FilesystemPlace {
    KernelDev disk_dev = 0;
    std::uint64_t first_sector = 0;
    std::uint64_t end_sector = UINT64_MAX;  ///< behind the last one
    unsigned depth = 0;                     ///< devices between it and the file system
};

struct MountedFilesystem {
    KernelDev s_dev = 0;  ///< of the superblock: what its inodes carry
    std::string type;
    std::string mount_point;              ///< of its root, or else of the part mounted first
    std::string root;                     ///< what of it is mounted there
    std::vector<FilesystemPlace> places;  ///< none for those without a device
};

/// What is known to lie on none of the traced devices.
struct ForeignPlaces {
    std::vector<KernelDev> devices;  ///< disks and partitions
    std::vector<std::string> bdis;   ///< of file systems that have one of their own: "btrfs-1"
};

/// The block devices of this machine and what lies beneath each.
class BlockDevices {
public:
    /// Reads sysfs and mountinfo below root. Fails when sysfs is not there.
    static Result<BlockDevices> read(const std::string& root = "/",
                                     PathLookup look_up = look_up_path);

    /// Reads them again. Devices that went away keep their identity.
    void refresh();

    /// Disks and partitions, ordered by name.
    [[nodiscard]] const std::vector<BlockDevice>& all() const { return devices_; }

    /// What the user means by a name ("sda1", "/dev/sda", "cciss/c0d0"), a number
    /// ("8:0"), or a path: a link to a device node, a device in sysfs, a mount point, or
    /// anything on a filesystem. Several devices when that is a btrfs over several. A bare word is
    /// a device name first and a path second.
    [[nodiscard]] Result<std::vector<BlockDevice>> resolve(const std::string& spec) const;

    /// The chosen devices and all that lies beneath them, once each, the upper
    /// ones first. Beneath another device a partition stands for its whole disk,
    /// because flushes carry no sector that would tell the partition; it stands for
    /// itself when a partition of that disk was chosen. Fails when a partition and
    /// its disk would both be traced.
    [[nodiscard]] Result<std::vector<TracedDevice>> expand(
        const std::vector<BlockDevice>& chosen) const;

    /// All that is here and lies on none of these. A file system of a kind that is not known
    /// is left out.
    [[nodiscard]] ForeignPlaces foreign_to(const std::vector<TracedDevice>& traced) const;

    /// A disk by its number and medium (empty: whichever there is). One that is not known,
    /// since it came and went between two looks, has the kernel's name for it, else
    /// "8:16 (gone)", and what lay beneath it cannot be told.
    [[nodiscard]] model::DeviceIdentity identity(KernelDev dev,
                                                 std::optional<std::uint64_t> diskseq = {},
                                                 std::string_view kernel_name = {}) const;

    /// Every file system that is mounted, once, in the order of the mounts.
    [[nodiscard]] std::vector<MountedFilesystem> filesystems() const;

    /// Disks that lie above other devices, those of a file (loop) excepted.
    [[nodiscard]] std::vector<KernelDev> upper_disks() const;

    /// Whole disks that have a medium.
    [[nodiscard]] std::vector<model::DeviceIdentity> disks() const;

    /// Whole disks without one: empty drives, loop devices with nothing bound.
    [[nodiscard]] std::size_t empty_disks() const;

    /// A readable name for a writeback device: "sda" for "8:0", "btrfs-1 (loop3)",
    /// "0:45 (nfs on /home)"; the name itself when nothing is known about it.
    [[nodiscard]] std::string name_of_bdi(const std::string& bdi) const;

private:
    BlockDevices(std::string root, PathLookup look_up);

    void link_backing_devices();
    [[nodiscard]] Result<std::vector<BlockDevice>> resolve_path(const std::string& path) const;
    [[nodiscard]] std::vector<std::string> members(const Mount& mount) const;
    [[nodiscard]] Error unknown(std::string_view spec) const;

    std::string root_;  // without the slash at its end
    PathLookup look_up_;
    MountTable mounts_;
    std::vector<BlockDevice> devices_;
    std::vector<BlockDevice> gone_;  // seen before a refresh
};

}  // namespace wbtrace::host
