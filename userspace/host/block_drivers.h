// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace wbtrace::host {

/// Name of the driver behind a major number, from /proc/devices; empty: not known.
std::string driver_of(const std::string& root, std::uint32_t major_number);

/// A driver whose devices lie on others: their I/O goes on to those and must not be
/// added to it.
bool lies_on_others(std::string_view driver);

}  // namespace wbtrace::host
