// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "host/mount_table.h"

#include <algorithm>
#include <charconv>

#include "host/pseudo_file.h"

namespace wbtrace::host {

namespace {

bool is_octal(char c) { return c >= '0' && c <= '7'; }

/// "\040" is a blank: how mountinfo keeps its fields apart.
std::string unescape(std::string_view text) {
    std::string plain;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool escape = text[i] == '\\' && i + 3 < text.size() && is_octal(text[i + 1]) &&
                            is_octal(text[i + 2]) && is_octal(text[i + 3]);
        if (!escape) {
            plain += text[i];
            continue;
        }
        plain += static_cast<char>((text[i + 1] - '0') * 64 + (text[i + 2] - '0') * 8 +
                                   (text[i + 3] - '0'));
        i += 3;
    }
    return plain;
}

std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    while (true) {
        const auto end = text.find(separator);
        parts.push_back(text.substr(0, end));
        if (end == std::string_view::npos) return parts;
        text.remove_prefix(end + 1);
    }
}

/// id parent major:minor root mount_point options [optional...] - type source super
std::optional<Mount> parse_row(std::string_view row) {
    const auto fields = split(row, ' ');
    const auto dash = std::find(fields.begin(), fields.end(), "-");
    if (dash - fields.begin() < 6 || fields.end() - dash < 3) return std::nullopt;
    Mount mount;
    const auto id = fields[0];
    if (std::from_chars(id.data(), id.data() + id.size(), mount.id).ec != std::errc{})
        return std::nullopt;
    const auto dev = parse_kernel_dev(fields[2]);
    if (!dev) return std::nullopt;
    mount.dev = *dev;
    mount.root = unescape(fields[3]);
    mount.mount_point = unescape(fields[4]);
    mount.type = unescape(dash[1]);
    mount.source = unescape(dash[2]);
    if (fields.end() - dash > 3) mount.super_options = std::string(dash[3]);
    return mount;
}

bool holds(std::string_view mount_point, std::string_view path) {
    if (mount_point == "/") return true;
    return path.starts_with(mount_point) &&
           (path.size() == mount_point.size() || path[mount_point.size()] == '/');
}

}  // namespace

MountTable MountTable::parse(std::string_view mountinfo) {
    MountTable table;
    for (const auto row : split(mountinfo, '\n')) {
        if (auto mount = parse_row(row)) table.mounts_.push_back(std::move(*mount));
    }
    return table;
}

MountTable MountTable::read(const std::string& root) {
    return parse(read_pseudo_file(root + "/proc/self/mountinfo").value_or(""));
}

const Mount* MountTable::by_id(std::uint64_t id) const {
    const auto found = std::find_if(mounts_.begin(), mounts_.end(),
                                    [&](const Mount& mount) { return mount.id == id; });
    return found == mounts_.end() ? nullptr : &*found;
}

const Mount* MountTable::by_dev(KernelDev dev) const {
    const auto found = std::find_if(mounts_.begin(), mounts_.end(),
                                    [&](const Mount& mount) { return mount.dev == dev; });
    return found == mounts_.end() ? nullptr : &*found;
}

const Mount* MountTable::first_of_type(std::string_view type) const {
    const auto found = std::find_if(mounts_.begin(), mounts_.end(),
                                    [&](const Mount& mount) { return mount.type == type; });
    return found == mounts_.end() ? nullptr : &*found;
}

const Mount* MountTable::covering(std::string_view path) const {
    const Mount* best = nullptr;
    for (const auto& mount : mounts_) {
        if (!holds(mount.mount_point, path)) continue;
        if (!best || mount.mount_point.size() >= best->mount_point.size()) best = &mount;
    }
    return best;
}

std::optional<std::string> super_option(const Mount& mount, std::string_view key) {
    for (const auto option : split(mount.super_options, ',')) {
        if (option.size() > key.size() && option.starts_with(key) && option[key.size()] == '=')
            return unescape(option.substr(key.size() + 1));
    }
    return std::nullopt;
}

}  // namespace wbtrace::host
