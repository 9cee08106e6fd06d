// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// Devices that exist without us: what must be known before anything is written to one.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"

namespace wbtrace::testbed {

/// Fails when the device may not be written to now: it is none, in use by anybody, read-only or
/// empty. Does not look at what it holds.
Result<void> check_unused(const std::string& node);

/// Name in sysfs of a device node ("sda1" for /dev/disk/by-id/...); empty when it is none.
std::string kernel_name_of(const std::string& node);

/// Name in sysfs of the disk that a partition lies on; a disk's own.
std::string disk_of(const std::string& kernel_name);

}  // namespace wbtrace::testbed
