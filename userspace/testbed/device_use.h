// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <optional>
#include <string>

namespace wbtrace::testbed {

/// Who uses a disk or partition, as /proc and /sys below `root` tell: "is mounted on /home", "is
/// swap", "is part of md127", "is what loop3 stands on", "has the partition sdb1, which is
/// mounted on /home". Empty when nobody is known.
std::optional<std::string> use_of(const std::string& kernel_name, const std::string& root = "");

}  // namespace wbtrace::testbed
