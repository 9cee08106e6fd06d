// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "top/grid.h"
#include "top/history.h"
#include "top/view_state.h"

namespace wbtrace::top {

struct HelpLine {
    std::string text;  ///< printable
    Style style = Style::plain;
};

/// What was lost, the keys, and what the columns of the pane are.
std::vector<HelpLine> help_lines(const History& history, const ViewState& state);

/// The first line of the last page of so many rows.
std::size_t last_help_start(std::size_t lines, std::size_t rows);

/// A line of the help: keys, and what they do. Only those that do something here.
struct KeyHelp {
    const char* keys;
    const char* what;
};
std::vector<KeyHelp> key_help(const ViewState& state);

}  // namespace wbtrace::top
