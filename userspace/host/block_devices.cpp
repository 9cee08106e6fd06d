// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "host/block_devices.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "base/printable.h"
#include "host/block_drivers.h"

namespace wbtrace::host {

BlockDevices::BlockDevices(std::string root, PathLookup look_up)
    : root_(std::move(root)), look_up_(std::move(look_up)) {
    if (root_.ends_with('/')) root_.pop_back();
}

Result<BlockDevices> BlockDevices::read(const std::string& root, PathLookup look_up) {
    BlockDevices devices(root, std::move(look_up));
    std::error_code error;
    if (!std::filesystem::is_directory(devices.root_ + "/sys/class/block", error)) {
        return fail("the block devices cannot be listed: /sys/class/block is not there",
                    "mount -t sysfs sysfs /sys");
    }
    devices.refresh();
    return devices;
}

void BlockDevices::refresh() {
    auto before = std::exchange(devices_, read_block_devices(root_));
    mounts_ = MountTable::read(root_);
    link_backing_devices();
    for (auto& device : before) {
        if (!find_device(devices_, device.dev, device.diskseq)) gone_.push_back(std::move(device));
    }
}

void BlockDevices::link_backing_devices() {
    const FilesystemView view{root_, look_up_, mounts_, devices_};
    for (auto& device : devices_) {
        if (device.backing_path.empty()) continue;
        // A file on tmpfs has nothing beneath it, which is no error.
        if (auto parents = devices_behind_path(view, device.backing_path))
            device.parents = std::move(*parents);
    }
}

Result<std::vector<BlockDevice>> BlockDevices::resolve(const std::string& spec) const {
    if (spec.empty()) {
        return fail("the name of a device is empty",
                    "give a device, a number such as 8:0, or a path");
    }
    if (const auto dev = parse_kernel_dev(spec)) {
        if (const auto* device = find_device(devices_, *dev)) return std::vector{*device};
        return tl::unexpected(unknown(spec));
    }
    // Without a node under /dev the name still tells the device.
    std::string_view name = spec;
    constexpr std::string_view node_directory = "/dev/";
    if (name.starts_with(node_directory)) name.remove_prefix(node_directory.size());
    const bool is_path = spec.starts_with('/') && look_up_(spec);
    for (const auto& device : devices_) {
        if (!is_path && (device.name == name || device.kernel_name == name))
            return std::vector{device};
    }
    return resolve_path(spec);
}

Result<std::vector<BlockDevice>> BlockDevices::resolve_path(const std::string& path) const {
    // A path with a NUL would be cut short by the kernel's interface.
    const auto facts = path.find('\0') == std::string::npos ? look_up_(path) : std::nullopt;
    const bool stale_node = facts && facts->block_device && !find_device(devices_, facts->node);
    if (!facts || stale_node) return tl::unexpected(unknown(path));
    // The folder of a device in sysfs, by whichever of its links: named as the device.
    if (facts->canonical.starts_with("/sys/")) {
        const std::string name = std::filesystem::path(facts->canonical).filename();
        if (const auto* device = find_device(devices_, name)) return std::vector{*device};
    }
    const auto names = devices_behind_path({root_, look_up_, mounts_, devices_}, path);
    if (!names) return tl::unexpected(names.error());
    std::vector<BlockDevice> found;
    for (const auto& name : *names) {
        if (const auto* device = find_device(devices_, name)) found.push_back(*device);
    }
    if (found.empty()) return tl::unexpected(unknown(path));
    return found;
}

Error BlockDevices::unknown(std::string_view spec) const {
    std::vector<std::string> names;
    for (const auto& device : devices_) {
        if (device.sectors > 0) names.push_back(printable(device.name));
    }
    std::string list = names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", "));
    if (const auto empty = empty_disks()) list += fmt::format(" (and {} without a medium)", empty);
    return {fmt::format("no device or path '{}'; the devices here: {}", brief(spec), list), {}};
}

model::DeviceIdentity BlockDevices::identity(KernelDev dev, std::optional<std::uint64_t> diskseq,
                                             std::string_view kernel_name) const {
    const auto* device = find_device(devices_, dev, diskseq);
    if (!device) device = find_device(gone_, dev, diskseq);
    model::DeviceIdentity identity;
    identity.dev = to_text(dev);
    identity.diskseq = diskseq;
    if (!device) {
        identity.name = kernel_name.empty() ? identity.dev + " (gone)" : std::string(kernel_name);
        identity.leaf = !lies_on_others(driver_of(root_, kernel_major(dev)));
        return identity;
    }
    if (!diskseq) identity.diskseq = device->diskseq;
    identity.name = device->name;
    identity.partition = device->partition;
    identity.bio_based = device->bio_based;
    identity.queue = device->queue;
    for (const auto& parent : device->parents) {
        const auto* beneath = find_device(devices_, parent);
        const auto* disk = beneath ? find_device(devices_, beneath->disk) : nullptr;
        if (!disk) continue;
        auto& parents = identity.parents;
        if (std::find(parents.begin(), parents.end(), disk->name) == parents.end())
            parents.push_back(disk->name);
    }
    identity.leaf = identity.parents.empty() || identity.partition;
    // Nothing is in it now, but something was when it was traced.
    if (device->sectors == 0 && identity.leaf)
        identity.leaf = !lies_on_others(driver_of(root_, kernel_major(dev)));
    return identity;
}

std::vector<model::DeviceIdentity> BlockDevices::disks() const {
    std::vector<model::DeviceIdentity> disks;
    for (const auto& device : devices_) {
        if (!device.partition && device.sectors > 0) disks.push_back(identity(device.dev));
    }
    return disks;
}

std::vector<KernelDev> BlockDevices::upper_disks() const {
    std::vector<KernelDev> upper;
    for (const auto& device : devices_) {
        if (device.partition || !device.backing_path.empty() || device.parents.empty()) continue;
        upper.push_back(device.dev);
    }
    return upper;
}

std::size_t BlockDevices::empty_disks() const {
    return static_cast<std::size_t>(std::count_if(
        devices_.begin(), devices_.end(),
        [](const BlockDevice& device) { return !device.partition && device.sectors == 0; }));
}

std::string BlockDevices::name_of_bdi(const std::string& bdi) const {
    if (const auto dev = parse_kernel_dev(bdi)) {
        if (find_device(devices_, *dev) || find_device(gone_, *dev)) return identity(*dev).name;
        if (const auto* mount = mounts_.by_dev(*dev))
            return fmt::format("{} ({} on {})", bdi, mount->type, mount->mount_point);
        return bdi;
    }
    std::vector<std::string> names;
    for (const auto& member : btrfs_members_of_bdi(root_, bdi)) {
        const auto* device = find_device(devices_, member);
        names.push_back(device ? device->name : member);
    }
    return names.empty() ? bdi : fmt::format("{} ({})", bdi, fmt::join(names, ", "));
}

}  // namespace wbtrace::host
