// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <string>
#include <vector>

#include "model/snapshot.h"

namespace wbtrace::views {

/// Work that kernel threads do for several at once, or with pages of their own, and of which
/// therefore nobody knows whose it is: what of it there was, in words. Only with a time budget.
std::vector<std::string> unknown_helpers(const model::Snapshot& snapshot);

}  // namespace wbtrace::views
