// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "analysis/file_name.h"

#include <algorithm>
#include <string_view>

namespace wbtrace::analysis {

std::string path_in_filesystem(const wb_file_seen& record) {
    const auto bytes = std::min<std::size_t>(record.names_bytes, WB_PATH_BYTES);
    std::string_view names(reinterpret_cast<const char*>(record.names), bytes);
    std::string path;
    while (!names.empty()) {
        const auto name = names.substr(0, names.find('\0'));
        names.remove_prefix(std::min(name.size() + 1, names.size()));
        if (!name.empty() && name != "/") path.insert(0, "/" + std::string(name));
    }
    if (!path.empty() && (record.flags & WB_FILE_CUT) != 0) path.insert(0, "...");
    return path;
}

std::string path_of(const std::string& in_filesystem, std::uint32_t s_dev, const Context& context) {
    const Filesystem* filesystem = context.filesystems.by_dev(s_dev);
    if (filesystem == nullptr || !in_filesystem.starts_with('/')) return in_filesystem;
    const std::string root = filesystem->root == "/" ? "" : filesystem->root;
    if (!in_filesystem.starts_with(root + "/")) return in_filesystem;
    const std::string mount_point = filesystem->mount_point == "/" ? "" : filesystem->mount_point;
    return mount_point + in_filesystem.substr(root.size());
}

}  // namespace wbtrace::analysis
