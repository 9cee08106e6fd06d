// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// The superblock of a btrfs has a number of its own that is no block device's, and
// mountinfo names just one of its devices. sysfs has them all.
#include <algorithm>
#include <filesystem>
#include <functional>
#include <system_error>

#include "host/filesystem_devices.h"

namespace wbtrace::host {

namespace {

namespace fs = std::filesystem;

std::vector<fs::path> paths_in(const fs::path& directory) {
    std::vector<fs::path> paths;
    std::error_code error;
    fs::directory_iterator entry(directory, error);
    for (; !error && entry != fs::directory_iterator(); entry.increment(error))
        paths.push_back(entry->path());
    std::sort(paths.begin(), paths.end());
    return paths;
}

using Wanted = std::function<bool(const fs::path& filesystem, const std::vector<std::string>&)>;

std::vector<std::string> members_of_first(const std::string& root, const Wanted& wanted) {
    for (const auto& filesystem : paths_in(root + "/sys/fs/btrfs")) {
        std::vector<std::string> members;
        for (const auto& device : paths_in(filesystem / "devices"))
            members.push_back(device.filename().string());
        if (wanted(filesystem, members)) return members;
    }
    return {};
}

}  // namespace

std::vector<std::string> btrfs_members(const std::string& root, const std::string& kernel_name) {
    auto members = members_of_first(root, [&](const fs::path&, const auto& names) {
        return std::find(names.begin(), names.end(), kernel_name) != names.end();
    });
    if (members.empty()) members.push_back(kernel_name);
    return members;
}

std::vector<std::string> btrfs_members_of_bdi(const std::string& root, const std::string& bdi) {
    return members_of_first(root, [&](const fs::path& filesystem, const auto&) {
        std::error_code error;
        return fs::read_symlink(filesystem / "bdi", error).filename() == bdi;
    });
}

}  // namespace wbtrace::host
