// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <string>

#include "base/result.h"

namespace wbtrace::testbed {

/// Undoing: unmounts what is mounted there from one of these devices ("8:0,8:16"); waits some
/// seconds for those who use it. Fails when it stays in use, and says by whom, as far as /proc
/// tells. What else may be mounted there stays.
Result<void> unmount(const std::string& point, const std::string& devices);

/// "8:0" of a device node, empty when it is none.
std::string device_numbers(const std::string& node);

}  // namespace wbtrace::testbed
