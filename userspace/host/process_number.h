// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace wbtrace::host {

/// The processes, by their number in our PID namespace, that have this number in any
/// of theirs (NSpid of /proc/PID/status). Empty: there is none.
std::vector<std::uint32_t> processes_with_number(const std::string& root, std::uint32_t number);

}  // namespace wbtrace::host
