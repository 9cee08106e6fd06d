// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "testbed/real_devices.h"

#include <fcntl.h>
#include <linux/fs.h>
#include <sys/ioctl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <filesystem>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/unique_fd.h"
#include "testbed/bed.h"
#include "testbed/device_use.h"
#include "testbed/failure.h"
#include "testbed/patience.h"
#include "testbed/signatures.h"
#include "testbed/unmount.h"

namespace wbtrace::testbed {
namespace {

namespace fs = std::filesystem;

using Names = std::vector<std::string>;

/// One of the names in the list for the same device, or null.
const std::string* same_device(const Names& names, const std::string& node) {
    const std::string numbers = device_numbers(node);
    const auto found = std::find_if(names.begin(), names.end(), [&](const std::string& name) {
        return name == node || (!numbers.empty() && device_numbers(name) == numbers);
    });
    return found == names.end() ? nullptr : &*found;
}

Result<void> check_confirmed(const Names& listed, const Names& confirmed) {
    for (const std::string& node : confirmed) {
        if (same_device(listed, node) == nullptr)
            return fail("--destroy-data names " + brief(node) + ", which the plan does not",
                        "list it under devices.real, or leave the option out");
    }
    for (const std::string& node : listed) {
        if (same_device(confirmed, node) == nullptr)
            return fail(
                "all data on " + brief(node) + " would be destroyed, which is not confirmed",
                "add --destroy-data " + brief(node));
    }
    return {};
}

Result<void> check_apart(const std::string& one, const std::string& other) {
    const std::string names = brief(one) + " and " + brief(other);
    if (one == other || device_numbers(one) == device_numbers(other))
        return fail(one == other ? brief(one) + " stands twice in the plan's list"
                                 : names + " are the same device");
    const std::string first = kernel_name_of(one);
    const std::string second = kernel_name_of(other);
    const bool part = disk_of(first) == second || disk_of(second) == first;
    if (part) return fail(names + " share their space: one is a partition of the other");
    return {};
}

Result<void> check_apart(const Names& listed) {
    for (std::size_t i = 0; i < listed.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j)
            if (auto apart = check_apart(listed[j], listed[i]); !apart) return apart;
    }
    return {};
}

Result<void> check_empty(const std::string& node) {
    const auto found = signature_of(node);
    if (!found) return tl::unexpected(found.error());
    if (!*found) return {};
    return fail(fmt::format("{} holds {}", brief(node), **found),
                fmt::format("if it may be lost: wipefs --all {}", brief(node)));
}

}  // namespace

std::string kernel_name_of(const std::string& node) {
    std::error_code error;
    const auto link = fs::read_symlink("/sys/dev/block/" + device_numbers(node), error);
    return error ? std::string() : link.filename().string();
}

std::string disk_of(const std::string& kernel_name) {
    const fs::path folder = "/sys/class/block/" + kernel_name;
    std::error_code error;
    if (!fs::exists(folder / "partition", error)) return kernel_name;
    return fs::canonical(folder, error).parent_path().filename();
}

Result<void> check_unused(const std::string& node) {
    const std::string name = kernel_name_of(node);
    if (name.empty()) {
        struct stat about {};
        if (::stat(node.c_str(), &about) != 0) return fail_with_errno("cannot open " + brief(node));
        return fail(brief(node) + " is not a block device");
    }
    if (const auto use = use_of(name)) return fail(brief(node) + " " + *use);
    UniqueFd fd;
    wait_for([&] {
        fd = UniqueFd(::open(node.c_str(), O_RDONLY | O_EXCL | O_CLOEXEC));
        return fd.valid() || errno != EBUSY;
    });
    if (!fd.valid() && errno == EBUSY)
        return fail(brief(node) + " is in use: somebody has it for himself");
    if (!fd.valid()) return fail_with_errno("cannot open " + brief(node));
    int read_only = 0;
    std::uint64_t bytes = 0;
    if (::ioctl(fd.get(), BLKROGET, &read_only) != 0 ||
        ::ioctl(fd.get(), BLKGETSIZE64, &bytes) != 0)
        return fail_with_errno("cannot ask " + brief(node));
    if (read_only != 0) return fail(brief(node) + " is read-only");
    if (bytes == 0) return fail(brief(node) + " has no medium");
    return {};
}

Result<void> check_real_devices(const Names& listed, const Names& confirmed) {
    for (const std::string& node : listed) {
        if (device_numbers(node).empty()) return check_unused(node);
    }
    if (auto apart = check_apart(listed); !apart) return apart;
    for (const std::string& node : listed) {
        if (auto unused = check_unused(node); !unused) return unused;
        if (auto empty = check_empty(node); !empty) return empty;
    }
    // Last: nobody is asked to confirm what would be refused.
    return check_confirmed(listed, confirmed);
}

}  // namespace wbtrace::testbed
