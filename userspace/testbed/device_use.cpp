// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "testbed/device_use.h"

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <vector>

#include "base/printable.h"
#include "host/device_number.h"
#include "host/mount_table.h"
#include "host/pseudo_file.h"
#include "testbed/unmount.h"

namespace wbtrace::testbed {
namespace {

namespace fs = std::filesystem;

struct Looked {
    std::string root;
    std::string name;
    std::string folder;   ///< of sysfs
    std::string numbers;  ///< "8:16"
};

std::vector<fs::path> entries_of(const std::string& folder) {
    std::vector<fs::path> paths;
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(folder, error)) paths.push_back(entry.path());
    std::sort(paths.begin(), paths.end());
    return paths;
}

/// Whether a path of another name is a node of the same device.
bool is_node_of(const std::string& path, const Looked& device) {
    return path == "/dev/" + device.name ||
           (path.starts_with('/') && device_numbers(path) == device.numbers);
}

std::optional<std::string> mounted(const Looked& device) {
    const host::MountTable table = host::MountTable::read(device.root);
    for (const host::Mount& mount : table.mounts()) {
        if (host::to_text(mount.dev) == device.numbers || is_node_of(mount.source, device))
            return "is mounted on " + brief(mount.mount_point);
    }
    for (const fs::path& btrfs : entries_of(device.root + "/sys/fs/btrfs")) {
        std::error_code error;
        if (fs::exists(btrfs / "devices" / device.name, error))
            return "is a device of a mounted btrfs";
    }
    return std::nullopt;
}

std::optional<std::string> swap(const Looked& device) {
    const std::string text = host::read_pseudo_file(device.root + "/proc/swaps").value_or("");
    for (std::string_view rest = text; !rest.empty();) {
        const std::string_view line = rest.substr(0, rest.find('\n'));
        rest.remove_prefix(std::min(rest.size(), line.size() + 1));
        if (is_node_of(std::string(line.substr(0, line.find_first_of(" \t"))), device))
            return "is swap";
    }
    return std::nullopt;
}

std::optional<std::string> held(const Looked& device) {
    const auto holders = entries_of(device.folder + "/holders");
    if (!holders.empty()) return "is part of " + brief(holders.front().filename().string());
    for (const fs::path& other : entries_of(device.root + "/sys/class/block")) {
        const auto backing = host::read_line(other / "loop" / "backing_file");
        if (backing && is_node_of(*backing, device))
            return "is what " + other.filename().string() + " stands on";
    }
    return std::nullopt;
}

std::optional<std::string> used_by_itself(const Looked& device) {
    for (const auto look : {mounted, swap, held})
        if (auto use = look(device)) return use;
    return std::nullopt;
}

Looked look_at(const std::string& name, const std::string& root) {
    Looked device{root, name, root + "/sys/class/block/" + name, {}};
    device.numbers = host::read_line(device.folder + "/dev").value_or("?");
    return device;
}

}  // namespace

std::optional<std::string> use_of(const std::string& kernel_name, const std::string& root) {
    const Looked device = look_at(kernel_name, root);
    if (auto use = used_by_itself(device)) return use;
    for (const fs::path& part : entries_of(device.folder)) {
        std::error_code error;
        if (!fs::exists(part / "partition", error)) continue;
        const std::string name = part.filename();
        if (const auto use = used_by_itself(look_at(name, root)))
            return "has the partition " + brief(name) + ", which " + *use;
    }
    return std::nullopt;
}

}  // namespace wbtrace::testbed
