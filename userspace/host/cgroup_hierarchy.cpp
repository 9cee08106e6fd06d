// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "host/cgroup_hierarchy.h"

#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <system_error>

namespace wbtrace::host {

namespace {

bool has_option(const Mount& mount, std::string_view wanted) {
    std::string_view rest = mount.super_options;
    while (!rest.empty()) {
        const auto comma = rest.find(',');
        if (rest.substr(0, comma) == wanted) return true;
        if (comma == std::string_view::npos) break;
        rest.remove_prefix(comma + 1);
    }
    return false;
}

void add(const std::string& folder, std::string path, std::map<std::uint64_t, std::string>& to) {
    struct stat about {};
    if (stat(folder.c_str(), &about) == 0) to.emplace(about.st_ino, std::move(path));
}

}  // namespace

CgroupHierarchy io_cgroup_hierarchy(const MountTable& mounts) {
    for (const auto& mount : mounts.mounts())
        if (mount.type == "cgroup" && has_option(mount, "blkio")) return {true, mount.mount_point};
    const Mount* v2 = mounts.first_of_type("cgroup2");
    return {false, v2 ? v2->mount_point : std::string{}};
}

std::map<std::uint64_t, std::string> list_cgroups(const CgroupHierarchy& hierarchy) {
    std::map<std::uint64_t, std::string> paths;
    if (hierarchy.mount_point.empty()) return paths;
    add(hierarchy.mount_point, "/", paths);
    // A cgroup may vanish while we walk: what is gone needs no name here.
    std::error_code gone;
    using Walk = std::filesystem::recursive_directory_iterator;
    for (Walk at(hierarchy.mount_point, std::filesystem::directory_options::skip_permission_denied,
                 gone);
         !gone && at != Walk{}; at.increment(gone)) {
        std::error_code unknown;
        if (!at->is_directory(unknown)) continue;
        const std::string folder = at->path();
        add(folder, folder.substr(hierarchy.mount_point.size()), paths);
    }
    return paths;
}

}  // namespace wbtrace::host
