// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// Arrays of the kernel's md driver, made and ended with mdadm.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "base/result.h"
#include "plan/case.h"
#include "testbed/bed.h"

namespace wbtrace::testbed {

/// Makes an array without a resync: its members are taken to be equal. Returns its node.
Result<std::variant<std::string, Skip>> make_array(const plan::Layout& layout,
                                                   const std::vector<std::string>& members,
                                                   unsigned chunk_kib, UndoJournal& journal);

/// Undoing: stops the array if it has this uuid.
Result<void> stop_array(const std::string& node, const std::string& uuid);

/// Undoing: takes the superblock with this uuid off a device that was a member.
Result<void> zero_superblock(const std::string& node, const std::string& uuid);

/// What mdadm is told to make the array.
std::vector<std::string> create_words(const plan::Layout& layout,
                                      const std::vector<std::string>& members, unsigned chunk_kib,
                                      const std::string& node, const std::string& uuid);

}  // namespace wbtrace::testbed
