// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <fmt/format.h>

#include "base/printable.h"
#include "top/keys.h"
#include "top/parts.h"

namespace wbtrace::top {

namespace {

/// What is typed, or which order the rows have and which of them are hidden.
std::string footer_text(const History& history, const ViewState& state) {
    if (state.entry == Entry::search) return "search: " + printable(state.typed) + "_";
    if (state.entry == Entry::filter) return "filter: " + printable(state.typed) + "_";
    std::string text = "? help  q quit";
    const auto& columns = history.table(state.pane).columns;
    if (state.page == Page::table && !columns.empty())
        text += fmt::format("  by {}{}", columns[sort_column(state)].head,
                            state.here().reversed ? ", reversed" : "");
    if (!state.here().filter.empty())
        text += fmt::format("  filter: {}", printable(state.here().filter));
    if (state.page != Page::table) text += "  Esc back";
    return text;
}

}  // namespace

void draw_footer(const History& history, const ViewState& state, Area area, Grid& grid) {
    if (area.rows() == 0) return;
    grid.put(area.first, 0, footer_text(history, state),
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
