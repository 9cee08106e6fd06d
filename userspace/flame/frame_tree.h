// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <cstdint>
#include <vector>

#include "flame/stack_table.h"

namespace wbtrace::flame {

/// A frame in all stacks that have it at the same place: a box of the graph. Weights are positions
/// from left to right, too.
struct Box {
    FrameId frame = 0;
    std::uint32_t depth = 0;  ///< 0: the box of all
    std::uint64_t start = 0;
    std::uint64_t weight = 0;  ///< of the frame and what it called
    std::uint64_t base = 0;
    std::uint64_t narrow = 0;  ///< > 0: stands for so many boxes side by side, too narrow to draw
};

/// The boxes, each before those that stand on it; the first is that of all. The weights of a box's
/// children add up to at most its own: those narrower than `least` are joined into one box
/// behind the others, which is there when it is not narrower itself. `narrow` of it counts only
/// the boxes directly on the parent. Boxes without weight, which only the base has, have none.
std::vector<Box> frame_tree(const StackTable& table, std::uint64_t least);

}  // namespace wbtrace::flame
