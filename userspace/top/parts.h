// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// The parts of the page, each drawn into an area of its own.
#pragma once

#include <cstddef>

#include "top/grid.h"
#include "top/history.h"
#include "top/moment.h"
#include "top/view_state.h"

namespace wbtrace::top {

/// Rows [first, end) of a grid.
struct Area {
    std::size_t first = 0;
    std::size_t end = 0;
    [[nodiscard]] std::size_t rows() const { return end > first ? end - first : 0; }
};

/// Which rows belong to what; an area without rows is not shown.
struct Layout {
    Area header;
    Area tabs;
    Area body;  ///< heads, rows and sums
    Area footer;
};
Layout lay_out(Size size);

/// Whether the sums of a table stand in its last row.
bool shows_sums(const Area& body);
/// What is left for the rows of a table.
std::size_t rows_in(const Area& body);

void draw_header(const Moment& moment, const ViewState& state, Area area, Grid& grid);
void draw_tabs(const ViewState& state, Area area, Grid& grid);
void draw_footer(const History& history, const ViewState& state, Area area, Grid& grid);
void draw_table(const History& history, const ViewState& state, Area area, Grid& grid);
void draw_heat(const History& history, const ViewState& state, Area area, Grid& grid);
void draw_row_page(const Moment& moment, const History& history, const ViewState& state, Area area,
                   Grid& grid);
void draw_help(const History& history, const ViewState& state, Area area, Grid& grid);

}  // namespace wbtrace::top
