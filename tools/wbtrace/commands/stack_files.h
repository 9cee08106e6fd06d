// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// Files with stacks in them: recordings, and folded text of this tool or another.
#pragma once

#include <optional>
#include <string>

#include "base/result.h"
#include "base/unique_fd.h"
#include "flame/kinds.h"
#include "flame/stack_table.h"

namespace wbtrace {

/// Keeps a regular file from being overwritten by an output of ours while this is open.
UniqueFd held_file(const std::string& path);

/// As the live trace would have drawn it. Fails with the remedy when the recording lacks it.
Result<flame::StackTable> table_of_recording(const std::string& path, const flame::Wish& wish);

/// Whatever the file is. `wish` is what is wanted of a recording; folded text has one kind only.
Result<flame::StackTable> table_of_file(const std::string& path,
                                        const std::optional<flame::Wish>& wish);

}  // namespace wbtrace
