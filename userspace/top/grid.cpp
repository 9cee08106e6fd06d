// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "top/grid.h"

#include <algorithm>

#include "base/printable.h"

namespace wbtrace::top {

std::size_t Grid::put(std::size_t row, std::size_t column, std::string_view text, Style style,
                      std::size_t columns) {
    if (row >= size_.rows || column >= size_.columns) return column;
    const std::size_t end = column + std::min(columns, size_.columns - column);
    while (!text.empty()) {
        const auto character = first_cell(text);
        const auto width = display_width(character);
        if (column + width > end) break;
        text.remove_prefix(character.size());
        if (width == 0) continue;  // combines with nothing
        Cell& cell = cells_[row * size_.columns + column];
        cell = {std::string(character), style, width == 2};
        if (cell.wide) cells_[row * size_.columns + column + 1] = {"", style, false};
        column += width;
    }
    return column;
}

void Grid::paint_row(std::size_t row, Style style) {
    if (row >= size_.rows) return;
    for (std::size_t column = 0; column < size_.columns; ++column)
        cells_[row * size_.columns + column].style = style;
}

std::string Grid::text() const {
    std::string page;
    for (std::size_t row = 0; row < size_.rows; ++row) {
        std::string line;
        for (std::size_t column = 0; column < size_.columns; ++column) line += at(row, column).text;
        line.erase(line.find_last_not_of(' ') + 1);
        page += line + "\n";
    }
    return page;
}

}  // namespace wbtrace::top
