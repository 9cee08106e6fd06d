// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include "base/result.h"
#include "testbed/undo_entry.h"

namespace wbtrace::testbed {

enum class Undone {
    yes,            ///< it is as it was before, or gone
    left_as_it_is,  ///< somebody else has changed it meanwhile
};

/// Undoes one change if the thing is still ours. `note` is filled with one line when it is left.
Result<Undone> undo(const UndoEntry& entry, std::string& note);

}  // namespace wbtrace::testbed
