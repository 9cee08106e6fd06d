// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <array>

#include "top/grid.h"

namespace wbtrace::terminal {

/// How a cell looks, in the terms of ncurses.
struct Look {
    unsigned attributes = 0;  ///< attr_t
    short pair = 0;
};
using Styles = std::array<Look, top::style_count>;

/// After ncurses has begun. Without colours styles differ by bold, dim and reverse only.
Styles make_styles(bool color);

}  // namespace wbtrace::terminal
