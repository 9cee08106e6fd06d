// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace wbtrace::top {

struct Size {
    std::size_t columns = 80;
    std::size_t rows = 24;
    bool operator==(const Size&) const = default;
};

/// What a cell means; how that looks is for who paints it.
enum class Style : std::uint8_t {
    plain,
    strong,
    faint,
    heading,  ///< the heads of a table
    chosen,   ///< the selected row, the pane in front
    good,
    warning,
    alarm,
    heat_1,  ///< few to many
    heat_2,
    heat_3,
    heat_4,
    heat_5,
};
inline constexpr std::size_t style_count = 13;

struct Cell {
    std::string text = " ";  ///< one character and what combines with it; empty: see `wide`
    Style style = Style::plain;
    bool wide = false;  ///< takes the next cell, too, whose text is empty
};

/// The page as a terminal shows it, which ncurses only paints.
class Grid {
public:
    explicit Grid(Size size) : size_(size), cells_(size.columns * size.rows) {}

    [[nodiscard]] Size size() const { return size_; }
    [[nodiscard]] const Cell& at(std::size_t row, std::size_t column) const {
        return cells_[row * size_.columns + column];
    }

    /// Writes printable text; what does not fit into `columns`, or the grid, is left out. A wide
    /// character is never cut in two. Returns the column behind the text.
    std::size_t put(std::size_t row, std::size_t column, std::string_view text,
                    Style style = Style::plain, std::size_t columns = SIZE_MAX);

    /// Gives a whole row this style.
    void paint_row(std::size_t row, Style style);

    /// A line for each row, without the blanks at its end.
    [[nodiscard]] std::string text() const;

private:
    Size size_;
    std::vector<Cell> cells_;
};

}  // namespace wbtrace::top
