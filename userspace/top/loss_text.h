// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "model/snapshot.h"

namespace wbtrace::top {

/// Of all causes those that happened, the most frequent first.
std::vector<model::Loss> losses_that_happened(std::vector<model::Loss> all);

/// "5 of one kind, 2 of another, +1 more": kinds as the text report names them, as many as
/// fit into the columns, in the order given. Empty when there are none, or not one fits.
std::string loss_text(const std::vector<model::Loss>& losses, std::size_t columns);

}  // namespace wbtrace::top
