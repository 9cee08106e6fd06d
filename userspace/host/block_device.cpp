// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "host/block_device.h"

#include <string.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string_view>
#include <system_error>

#include "host/pseudo_file.h"
#include "host/queue_settings.h"

namespace wbtrace::host {

namespace {

namespace fs = std::filesystem;

/// "sda2" before "sda10".
bool named_before(const std::string& a, const std::string& b) {
    return ::strverscmp(a.c_str(), b.c_str()) < 0;
}

bool is_there(const fs::path& path) {
    std::error_code error;  // without it a forbidden path would throw
    return fs::exists(path, error);
}

std::vector<std::string> entries_of(const std::string& directory) {
    std::vector<std::string> names;
    std::error_code error;
    fs::directory_iterator entry(directory, error);
    for (; !error && entry != fs::directory_iterator(); entry.increment(error))
        names.push_back(entry->path().filename().string());
    std::sort(names.begin(), names.end(), named_before);
    return names;
}

/// DEVNAME of the uevent file: what the node under /dev is called.
std::string devname(const std::string& directory, const std::string& kernel_name) {
    constexpr std::string_view key = "DEVNAME=";
    const std::string text = read_pseudo_file(directory + "/uevent").value_or("");
    for (std::size_t at = 0; at < text.size();) {
        const auto end = std::min(text.find('\n', at), text.size());
        const std::string_view line(text.data() + at, end - at);
        if (line.starts_with(key) && line.size() > key.size())
            return std::string(line.substr(key.size()));
        at = end + 1;
    }
    std::string name = kernel_name;  // sysfs cannot have a slash in a name
    std::replace(name.begin(), name.end(), '!', '/');
    return name;
}

/// The kernel marks a loop file that has been unlinked; its directory still tells
/// which filesystem it is on.
std::string path_that_exists(const std::string& path) {
    constexpr std::string_view mark = " (deleted)";
    if (!path.ends_with(mark)) return path;
    return fs::path(path.substr(0, path.size() - mark.size())).parent_path().string();
}

std::string backing_path(const std::string& directory) {
    if (const auto file = read_line(directory + "/loop/backing_file"))
        return path_that_exists(*file);
    const auto device = read_line(directory + "/backing_dev").value_or("none");
    return device == "none" ? "" : device;
}

void fill_disk(BlockDevice& device, const std::string& directory) {
    device.disk = device.kernel_name;
    device.diskseq = read_number(directory + "/diskseq");
    device.bio_based = !is_there(directory + "/mq");
    device.backing_path = backing_path(directory);
    device.direct_io = read_number(directory + "/loop/dio").value_or(0) != 0;
    device.parents = entries_of(directory + "/slaves");
    device.queue = read_queue_settings(directory + "/queue");
}

void fill_partition(BlockDevice& device, const std::string& directory) {
    std::error_code error;
    // The directory of a partition lies inside that of its disk.
    const fs::path real = fs::canonical(directory, error);
    const fs::path disk = error ? fs::path() : real.parent_path();
    device.disk = disk.filename().string();
    device.diskseq = read_number((disk / "diskseq").string());
    device.first_sector = read_number(directory + "/start").value_or(0);
    device.bio_based = !is_there(disk / "mq");
    device.parents = {device.disk};
    device.queue = read_queue_settings((disk / "queue").string());
}

std::optional<BlockDevice> read_block_device(const std::string& directory,
                                             const std::string& kernel_name) {
    const auto dev = parse_kernel_dev(read_line(directory + "/dev").value_or(""));
    if (!dev) return std::nullopt;
    BlockDevice device;
    device.kernel_name = kernel_name;
    device.name = devname(directory, kernel_name);
    device.dev = *dev;
    device.sectors = read_number(directory + "/size").value_or(0);
    device.partition = is_there(directory + "/partition");
    if (device.partition) {
        fill_partition(device, directory);
    } else {
        fill_disk(device, directory);
    }
    return device;
}

}  // namespace

std::vector<BlockDevice> read_block_devices(const std::string& root) {
    std::vector<BlockDevice> devices;
    const std::string directory = root + "/sys/class/block";
    for (const auto& name : entries_of(directory)) {
        if (auto device = read_block_device(directory + "/" + name, name))
            devices.push_back(std::move(*device));
    }
    return devices;
}

const BlockDevice* find_device(const std::vector<BlockDevice>& devices, KernelDev dev) {
    const auto found = std::find_if(devices.begin(), devices.end(),
                                    [&](const BlockDevice& device) { return device.dev == dev; });
    return found == devices.end() ? nullptr : &*found;
}

const BlockDevice* find_device(const std::vector<BlockDevice>& devices, KernelDev dev,
                               std::optional<std::uint64_t> diskseq) {
    const auto found = std::find_if(devices.begin(), devices.end(), [&](const auto& device) {
        const bool same = !diskseq || !device.diskseq || *device.diskseq == *diskseq;
        return device.dev == dev && same;
    });
    return found == devices.end() ? nullptr : &*found;
}

const BlockDevice* find_device(const std::vector<BlockDevice>& devices,
                               std::string_view kernel_name) {
    const auto found = std::find_if(devices.begin(), devices.end(), [&](const BlockDevice& device) {
        return device.kernel_name == kernel_name;
    });
    return found == devices.end() ? nullptr : &*found;
}

}  // namespace wbtrace::host
