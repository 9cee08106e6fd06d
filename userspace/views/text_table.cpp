// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "views/text_table.h"

#include <algorithm>
#include <numeric>
#include <string_view>
#include <utility>

#include "base/printable.h"

namespace wbtrace::views {

namespace {
constexpr std::size_t gap = 2;  // before each column
constexpr std::size_t narrowest_name = 6;
}  // namespace

TextTable TextTable::with_names_last(std::vector<std::string> heads) {
    const auto columns = heads.size();
    TextTable table(std::move(heads), columns);
    table.names_begin_ = columns - 1;
    return table;
}

std::vector<std::size_t> TextTable::column_widths() const {
    std::vector<std::size_t> widths(rows_.front().cells.size(), 0);
    for (const auto& row : rows_) {
        for (std::size_t i = 0; i < widths.size(); ++i) {
            const bool last = i + 1 == widths.size();
            widths[i] = std::max(
                widths[i], display_width(row.cells[i]) + (last ? display_width(row.tail) : 0));
        }
    }
    const auto names_begin = widths.begin() + static_cast<std::ptrdiff_t>(names_begin_);
    const auto names_end = widths.begin() + static_cast<std::ptrdiff_t>(names_end_);
    auto total = std::accumulate(widths.begin(), widths.end(), gap * widths.size());
    while (total > page_columns && names_begin != names_end) {
        const auto widest = std::max_element(names_begin, names_end);
        if (*widest <= narrowest_name) break;
        --*widest;
        --total;
    }
    return widths;
}

std::string TextTable::cell_text(const Row& row, std::size_t column, std::size_t width) const {
    const std::string_view tail = column + 1 == row.cells.size() ? row.tail : std::string_view();
    const auto room = width - std::min(width, display_width(tail));
    const auto shown = shorten_middle(row.cells[column], room) + std::string(tail);
    const std::string pad(width - std::min(width, display_width(shown)), ' ');
    return std::string(gap, ' ') + (is_name(column) ? shown + pad : pad + shown);
}

void TextTable::write(TextPage& page) const {
    if (rows_.size() < 2) return;
    const auto widths = column_widths();
    for (const auto& row : rows_) {
        std::string text;
        for (std::size_t i = 0; i < widths.size(); ++i) text += cell_text(row, i, widths[i]);
        page.line(text);
    }
}

}  // namespace wbtrace::views
