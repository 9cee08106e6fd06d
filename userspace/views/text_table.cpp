// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "views/text_table.h"

#include <algorithm>
#include <numeric>

#include "base/printable.h"

namespace wbtrace::views {

namespace {
constexpr std::size_t gap = 2;  // before each column
constexpr std::size_t narrowest_name = 6;
}  // namespace

std::vector<std::size_t> TextTable::column_widths() const {
    std::vector<std::size_t> widths(rows_.front().size(), 0);
    for (const auto& row : rows_) {
        for (std::size_t i = 0; i < widths.size(); ++i) {
            widths[i] = std::max(widths[i], display_width(row[i]));
        }
    }
    const auto names_end = widths.begin() + static_cast<std::ptrdiff_t>(name_columns_);
    auto total = std::accumulate(widths.begin(), widths.end(), gap * widths.size());
    while (total > page_columns && name_columns_ > 0) {
        const auto widest = std::max_element(widths.begin(), names_end);
        if (*widest <= narrowest_name) break;
        --*widest;
        --total;
    }
    return widths;
}

std::string TextTable::cell_text(const std::string& cell, std::size_t column,
                                 std::size_t width) const {
    const auto shown = shorten_middle(cell, width);
    const std::string pad(width - display_width(shown), ' ');
    return std::string(gap, ' ') + (column < name_columns_ ? shown + pad : pad + shown);
}

void TextTable::write(TextPage& page) const {
    if (rows_.size() < 2) return;
    const auto widths = column_widths();
    for (const auto& row : rows_) {
        std::string text;
        for (std::size_t i = 0; i < widths.size(); ++i) text += cell_text(row[i], i, widths[i]);
        page.line(text);
    }
}

}  // namespace wbtrace::views
