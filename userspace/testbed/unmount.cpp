// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "testbed/unmount.h"

#include <sys/mount.h>
#include <sys/stat.h>

#include <cerrno>
#include <filesystem>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/printable.h"
#include "host/device_number.h"
#include "host/mount_table.h"
#include "host/pseudo_file.h"
#include "testbed/failure.h"
#include "testbed/patience.h"

namespace wbtrace::testbed {
namespace {

namespace fs = std::filesystem;

bool lists(std::string_view devices, std::string_view numbers) {
    if (numbers.empty()) return false;
    for (std::string_view rest = devices; !rest.empty();) {
        const std::string_view one = rest.substr(0, rest.find(','));
        if (one == numbers) return true;
        rest.remove_prefix(std::min(rest.size(), one.size() + 1));
    }
    return false;
}

/// btrfs has a number of its own; its source is one of the devices.
bool is_ours(const host::Mount& mount, const std::string& devices) {
    return lists(devices, host::to_text(mount.dev)) || lists(devices, device_numbers(mount.source));
}

enum class Mounted { no, yes, covered };

/// What is mounted last on a point covers what was there before.
Mounted how_mounted(const std::string& point, const std::string& devices) {
    const host::MountTable table = host::MountTable::read("");
    auto found = Mounted::no;
    for (const host::Mount& mount : table.mounts()) {
        if (mount.mount_point != point) continue;
        if (is_ours(mount, devices))
            found = Mounted::yes;
        else if (found != Mounted::no)
            found = Mounted::covered;
    }
    return found;
}

/// Whether an open file, the directory or the program of the process lies in the file system.
bool uses(const fs::path& process, dev_t dev) {
    const auto lies_there = [&](const fs::path& link) {
        struct stat about {};
        return ::stat(link.c_str(), &about) == 0 && about.st_dev == dev;
    };
    for (const char* link : {"cwd", "root", "exe"})
        if (lies_there(process / link)) return true;
    std::error_code error;
    for (const auto& file : fs::directory_iterator(process / "fd", error))
        if (lies_there(file.path())) return true;
    return false;
}

/// "dd (pid 17), sh (pid 18)", at most three; empty when nobody is seen.
std::string users_of(const std::string& point) {
    struct stat about {};
    if (::stat(point.c_str(), &about) != 0) return {};
    std::vector<std::string> found;
    std::error_code error;
    for (const auto& process : fs::directory_iterator("/proc", error)) {
        const std::string pid = process.path().filename();
        if (pid.find_first_not_of("0123456789") != std::string::npos) continue;
        if (!uses(process.path(), about.st_dev)) continue;
        const auto name = host::read_line(process.path() / "comm").value_or("?");
        found.push_back(fmt::format("{} (pid {})", brief(name), pid));
        if (found.size() == 3) break;
    }
    return fmt::format("{}", fmt::join(found, ", "));
}

}  // namespace

std::string device_numbers(const std::string& node) {
    struct stat about {};
    if (::stat(node.c_str(), &about) != 0 || !S_ISBLK(about.st_mode)) return {};
    return host::to_text(host::kernel_dev_of(about.st_rdev));
}

Result<void> unmount(const std::string& point, const std::string& devices) {
    switch (how_mounted(point, devices)) {
    case Mounted::no: return {};
    case Mounted::yes: break;
    case Mounted::covered:
        return fail("cannot unmount " + brief(point) + ": something else is mounted over it");
    }
    const bool gone =
        wait_for([&] { return ::umount2(point.c_str(), UMOUNT_NOFOLLOW) == 0 || errno != EBUSY; });
    if (how_mounted(point, devices) == Mounted::no) return {};
    if (gone) return fail_with_errno("cannot unmount " + brief(point));
    const std::string users = users_of(point);
    return fail(fmt::format("cannot unmount {}: in use{}", brief(point),
                            users.empty() ? "" : " by " + users));
}

}  // namespace wbtrace::testbed
