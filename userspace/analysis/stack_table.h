// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include "flame/kinds.h"
#include "flame/stack_table.h"
#include "model/stacks.h"

namespace wbtrace::analysis {

/// The stacks that a wish is about, each with its process (and its thread, when they are told
/// apart) first. Weights in µs are rounded so that they add up to the sum. Stacks that were cut are
/// told as a note.
flame::StackTable stack_table(const model::NamedStacks& stacks, const flame::Wish& wish);

}  // namespace wbtrace::analysis
