// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include "top/grid.h"
#include "top/history.h"
#include "top/moment.h"
#include "top/view_state.h"

namespace wbtrace::top {

/// Rows of the pane's table that a page of this size shows.
std::size_t rows_on_page(Size size);

/// The page. Depends on nothing but its arguments.
Grid draw(const Moment& moment, const History& history, const ViewState& state, Size size);

}  // namespace wbtrace::top
