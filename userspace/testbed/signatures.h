// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// What libblkid finds on a device: file systems, members of arrays and volumes, partition tables.
#pragma once

#include <optional>
#include <string>

#include "base/result.h"

namespace wbtrace::testbed {

/// "ext4", "linux_raid_member", "a partition table (gpt)"; empty when the device holds nothing
/// that is known. Fails when it cannot be read.
Result<std::optional<std::string>> signature_of(const std::string& node);

/// Undoing: takes the signatures off the device if it holds the file system with this uuid or
/// label. `other` is set to what it holds instead when that is another one.
Result<void> wipe_file_system(const std::string& node, const std::string& mark,
                              std::optional<std::string>& other);

}  // namespace wbtrace::testbed
