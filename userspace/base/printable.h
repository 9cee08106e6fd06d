// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace wbtrace {

/// The text with all that could deceive a terminal or its reader written as
/// \xNN, byte by byte: C0 and C1 controls, DEL, bytes that are not UTF-8, line
/// separators, bidirectional overrides and invisible characters. The result is
/// valid UTF-8. Names of tasks, files and devices pass here before they are shown.
std::string printable(std::string_view text);

/// Columns that printable text takes on a terminal, as wcwidth(3) says: 2 for wide East Asian
/// characters and emoji, 0 for combining marks, else 1. Does not depend on the user's locale.
std::size_t display_width(std::string_view text);

/// The first character of printable text, with what combines with it; empty when there is none.
std::string_view first_cell(std::string_view text);

/// Printable text of at most `columns` columns: what is too long loses its
/// middle to an ellipsis.
std::string shorten_middle(std::string_view text, std::size_t columns);

/// What somebody gave us, as a one-line message repeats it: printable, at most 60 columns. Enough
/// to see which word is meant; a message of pages hides what it has to say.
std::string brief(std::string_view text);

}  // namespace wbtrace
