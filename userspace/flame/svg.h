// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <string>

#include "flame/stack_table.h"

namespace wbtrace::flame {

/// The table as one SVG file that needs nothing else: a picture in any viewer, and in a browser a
/// page with search, zoom, hover and upside down. A compared table is drawn by its weights, red
/// where they are more than the base's and blue where less. Frames narrower than a quarter of a
/// pixel are joined (see frame_tree.h).
std::string to_svg(const StackTable& table);

}  // namespace wbtrace::flame
