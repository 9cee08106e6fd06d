// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "host/filesystem_devices.h"

#include <fmt/core.h>

#include "base/printable.h"

namespace wbtrace::host {

namespace {

using Names = Result<std::vector<std::string>>;

// An overlay may lie on an overlay; a mount table that was made up may be a circle.
constexpr int overlay_depth_limit = 8;

Names behind(const FilesystemView& view, const std::string& path, int depth);

Names behind_node(const FilesystemView& view, const std::string& path, KernelDev dev) {
    if (const auto* device = find_device(view.devices, dev))
        return std::vector{device->kernel_name};
    return fail(fmt::format("{} is block device {}, which the kernel does not have", brief(path),
                            to_text(dev)));
}

Names behind_btrfs(const FilesystemView& view, const std::string& path, const Mount& mount) {
    const auto source = view.look_up(mount.source);
    const auto* device =
        source && source->block_device ? find_device(view.devices, source->node) : nullptr;
    if (device) return btrfs_members(view.root, device->kernel_name);
    return fail(fmt::format("{} is on a btrfs whose device {} cannot be found", brief(path),
                            brief(mount.source)));
}

Names behind_overlay(const FilesystemView& view, const std::string& path, const Mount& mount,
                     int depth) {
    const auto upper = super_option(mount, "upperdir");
    if (!upper) {
        return fail(
            fmt::format("{} is on a read-only overlay: no single device is behind it", brief(path)),
            "give the device of the layer that is meant");
    }
    auto names = depth < overlay_depth_limit ? behind(view, *upper, depth + 1) : fail("");
    if (names) return names;
    return fail(fmt::format("{} is on an overlay whose upper directory {} cannot be followed",
                            brief(path), brief(*upper)),
                "give the device itself; in a container, run outside of it");
}

Names behind_mount(const FilesystemView& view, const std::string& path, const Mount& mount,
                   int depth) {
    if (const auto* device = find_device(view.devices, mount.dev))
        return std::vector{device->kernel_name};
    if (mount.type == "btrfs") return behind_btrfs(view, path, mount);
    if (mount.type == "overlay") return behind_overlay(view, path, mount, depth);
    const auto source = mount.source.starts_with('/') ? view.look_up(mount.source) : std::nullopt;
    if (source && source->block_device) return behind_node(view, mount.source, source->node);
    return fail(fmt::format("{} is on {}: no block device is behind it", brief(path),
                            printable(mount.type)));
}

Names behind(const FilesystemView& view, const std::string& path, int depth) {
    const auto facts = view.look_up(path);
    if (!facts) return fail(fmt::format("there is no path {}", brief(path)));
    if (facts->block_device) return behind_node(view, path, facts->node);
    if (const auto* device = find_device(view.devices, facts->filesystem))
        return std::vector{device->kernel_name};
    const Mount* mount = facts->mount_id ? view.mounts.by_id(*facts->mount_id) : nullptr;
    if (!mount) mount = view.mounts.covering(facts->canonical);
    if (mount) return behind_mount(view, path, *mount, depth);
    return fail(
        fmt::format("{} is on a filesystem of unknown kind: the device behind it is not known",
                    brief(path)),
        "give the device itself");
}

}  // namespace

Result<std::vector<std::string>> devices_behind_path(const FilesystemView& view,
                                                     const std::string& path) {
    return behind(view, path, 0);
}

}  // namespace wbtrace::host
