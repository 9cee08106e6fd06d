// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "host/device_number.h"

namespace wbtrace::host {

/// What the kernel says of a path, symbolic links followed.
struct PathFacts {
    std::string canonical;  ///< absolute, without links, "." and ".."
    bool block_device = false;
    KernelDev node = 0;                     ///< of a block device node: the device it stands for
    KernelDev filesystem = 0;               ///< st_dev: major 0 when no block device carries it
    std::optional<std::uint64_t> mount_id;  ///< row of mountinfo
};

/// Empty when the path does not exist or may not be looked at. Tests give their
/// own, since device nodes and mounts cannot be put into a directory of files.
using PathLookup = std::function<std::optional<PathFacts>(const std::string& path)>;

/// The lookup of this machine: statx(2) and realpath(3).
std::optional<PathFacts> look_up_path(const std::string& path);

}  // namespace wbtrace::host
