// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "base/printable.h"
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
    if (!state.playback && !state.recorded)
        text +=
            fmt::format("  every {:.3g} s", std::chrono::duration<double>(state.interval).count());
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

}  // namespace wbtrace::top
