// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <cstddef>
#include <vector>

#include "top/history.h"
#include "top/view_state.h"

namespace wbtrace::top {

struct PlacedRow {
    const Row* row = nullptr;
    unsigned depth = 0;  ///< below how many others it stands
};

/// The rows of the pane in front, as they stand on the page: largest first by the smoothed figure,
/// words by the alphabet; rows without a figure behind, and those beneath another one under it.
/// Rows that ended stand at their places when all rows fit into the room (rows of the page, or
/// fewer by --rows); else behind all that live, so that they push none of them off.
std::vector<PlacedRow> rows_in_order(const History& history, const ViewState& state,
                                     std::size_t room);

/// Which of them is chosen; 0 when none is, or there are none.
std::size_t chosen_place(const std::vector<PlacedRow>& rows, const ViewState& state);

/// The one with this text in its name, in any case.
bool named_like(const Row& row, const std::string& text);

}  // namespace wbtrace::top
