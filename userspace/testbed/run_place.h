// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// What all matrices of this machine share, below /run/wbtrace: one lock, and links to the journals
// that are not finished.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "base/unique_fd.h"

namespace wbtrace::testbed {

/// Takes the lock, which lasts as long as the descriptor. Fails when a matrix has it; says which.
Result<UniqueFd> lock_run_place(const std::string& global);

/// Makes the journal known to later starts. Returns the link's path.
Result<std::string> link_journal(const std::string& global, const std::string& journal);

/// Link and journal of each.
std::vector<std::pair<std::string, std::string>> linked_journals(const std::string& global);

/// Makes a folder that only its owner can write; fails when there is one that others can.
Result<void> make_own_folder(const std::string& path);

}  // namespace wbtrace::testbed
