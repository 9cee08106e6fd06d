// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include "base/result.h"
#include "flame/stack_table.h"

namespace wbtrace::flame {

enum class Scaling {
    as_counted,
    normalised,  ///< the base's weights are scaled to the other's total: only shares differ
};

/// All stacks of both tables, with the weight in each. Scaled weights are rounded so that they add
/// up to the total exactly. Fails when one of the tables is itself compared, when their units are
/// known and differ, or when there is nothing to scale.
Result<StackTable> difference(const StackTable& base, const StackTable& changed, Scaling scaling);

}  // namespace wbtrace::flame
