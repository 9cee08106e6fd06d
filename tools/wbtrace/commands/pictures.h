// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// What a flame graph shows, be it of a trace that has just ended or of a recorded one.
#pragma once

#include <string>
#include <vector>

#include "flame/kinds.h"
#include "flame/stack_table.h"
#include "model/snapshot.h"
#include "model/stacks.h"

namespace wbtrace {

/// The wish, or where the kernel did not tell of it the next best.
flame::Wish as_can_be_had(const flame::Wish& wish, const std::vector<model::ProbeFigures>& probes);

/// What was traced, in words.
struct Traced {
    std::vector<std::string> command;  ///< empty: the system
    std::vector<std::string> options;  ///< in force: "--op write"
};

/// With what is missing in it, or in it in spite of a filter.
flame::StackTable picture_of(const model::NamedStacks& stacks, const flame::Wish& wish,
                             const Traced& traced);

/// Says on stderr what is in a picture, and what is missing in it.
void announce_picture(const flame::StackTable& table, const std::string& file);

}  // namespace wbtrace
