// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "base/printable.h"
#include "top/keys.h"
#include "top/parts.h"

namespace wbtrace::top {

namespace {

/// Where it is typed is always to be seen: of what is too long for the line, its end.
std::string typed_text(const ViewState& state, std::size_t columns) {
    const auto text = printable(state.typed) + "_";
    if (display_width(text) <= columns) return text;
    std::string_view end = text;
    while (!end.empty() && display_width(end) + 1 > columns)
        end.remove_prefix(first_cell(end).size());
    return "…" + std::string(end);
}

/// What is typed, or which order the rows have and which of them are hidden.
std::string footer_text(const History& history, const ViewState& state, std::size_t width) {
    constexpr std::size_t head = 8;
    const auto room_to_type = width - std::min(width, head);
    if (state.entry == Entry::search) return "search: " + typed_text(state, room_to_type);
    if (state.entry == Entry::filter) return "filter: " + typed_text(state, room_to_type);
    std::string text = "? help  q quit";
    const auto& columns = history.table(state.pane).columns;
    if (state.page == Page::table && !columns.empty())
        text += fmt::format("  by {}{}", columns[sort_column(state)].head,
                            state.here().reversed ? ", reversed" : "");
    if (state.page != Page::table) text += "  Esc back";
    if (state.here().filter.empty()) return text;
    text += "  filter: ";
    const auto room = width - std::min(width, text.size());
    return text + shorten_middle(printable(state.here().filter), room);
}

}  // namespace

void draw_footer(const History& history, const ViewState& state, Area area, Grid& grid) {
    if (area.rows() == 0) return;
    grid.put(area.first, 0, footer_text(history, state, grid.size().columns),
             state.entry == Entry::none ? Style::faint : Style::strong);
}

/// The keys, and behind them what the columns of the pane are.
void draw_help(const History& history, const ViewState& state, Area area, Grid& grid) {
    std::size_t row = area.first;
    const auto line = [&](const std::string& text, Style style = Style::plain) {
        if (row < area.end) grid.put(row++, 0, text, style);
    };
    for (const auto& [keys, what] : key_help(state)) line(fmt::format("{:<34}{}", keys, what));
    line("");
    line(fmt::format("Columns of {}", row_of(state.pane).title), Style::strong);
    for (const Column& column : history.table(state.pane).columns)
        line(fmt::format("  {:<10}{}", column.head, column.what));
    line("");
    line("Figures are of the last interval. Rows stand by the mean of their figure and that of");
    line("the intervals before, so that they stay where they are. K, M, G: 1024 for bytes.");
}

}  // namespace wbtrace::top
