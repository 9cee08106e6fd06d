// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// What a case runs.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "plan/plan.h"

namespace wbtrace::plan {

/// Where the workload works: what a bed offers, and the case's own folder.
struct Places {
    std::vector<std::string> folders = {};  ///< {dir}: mount points; empty without a file system
    std::vector<std::string> devices = {};  ///< {dev}: paths
    std::string output = {};                ///< folder where fio's job and JSON go
};

/// Texts with {dir}, {dev}, {writers}, {bytes} and {seconds} replaced. Of several folders or
/// devices all are there with colons between, as fio reads them. What follows a $ is the shell's,
/// and all other words in braces stay.
std::string expanded(std::string_view text, const Workload& workload, const Case& one,
                     const Places& places);

/// Whether the text has that placeholder, such as "bytes".
bool mentions(std::string_view text, std::string_view placeholder);

/// The words of the command. A word that is just {dir} or {dev} becomes one for each. dd writers go
/// to the folders in turn; without a file system they write side by side on the device.
std::vector<std::string> command_of(const Workload& workload, const Case& one,
                                    const Places& places);

}  // namespace wbtrace::plan
