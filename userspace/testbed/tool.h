// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// Programs of the system that are run for one job: mkfs, mount, mdadm, modprobe.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"

namespace wbtrace::testbed {

/// Where a program is: PATH, then the folders of system programs, which a user's PATH may lack.
std::optional<std::string> find_tool(const std::string& name);

/// Runs a program to its end, away from the terminal and its signals, and ended with us. Returns
/// what it wrote. Fails when it is not there, and when its exit status is not 0: with the last
/// line that it wrote.
Result<std::string> run_tool(const std::vector<std::string>& words);

/// The last line that says what is wrong, printable; empty when there is none.
std::string last_line(const std::string& text);

}  // namespace wbtrace::testbed
