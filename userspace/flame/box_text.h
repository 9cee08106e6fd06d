// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "flame/frame_tree.h"
#include "flame/stack_table.h"

namespace wbtrace::flame {

/// Text for XML: markup characters become entities, and what base/printable.h does not let through
/// is written as \xNN.
std::string xml_text(std::string_view raw);

/// "1 234 567"
std::string grouped(std::uint64_t number);

/// What stands in a box: the frame's name, printable but not escaped for XML.
std::string name_of(const Box& box, const StackTable& table);

/// What is told about a box, behind its name: "1 234 µs, 5.60 %", with the layer of the kernel, and
/// in a compared table the base's weight and the difference.
std::string figures_of(const Box& box, const StackTable& table, const Box& all);

/// Class of the style sheet that gives the box its colour. `largest` is the largest difference
/// of a box to its base.
std::string colour_of(const Box& box, const StackTable& table, std::uint64_t largest);

/// How far the weight is from the base.
std::uint64_t distance(const Box& box);

}  // namespace wbtrace::flame
