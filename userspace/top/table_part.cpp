// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <algorithm>
#include <string>

#include "base/printable.h"
#include "top/columns.h"
#include "top/order.h"
#include "top/parts.h"
#include "top/path_text.h"

namespace wbtrace::top {

namespace {

/// Draws the rows of one table at the same places.
class TablePainter {
public:
    TablePainter(const Table& table, std::size_t sort, Grid& grid)
        : table_(table),
          sort_(sort),
          grid_(grid),
          places_(place_columns(table, grid.size().columns, sort)) {}

    void heads(std::size_t row) {
        grid_.paint_row(row, Style::heading);
        name(row, table_.name_head, 0, Style::heading);
        for (const auto& place : places_.columns)
            figure(row, place, table_.columns[place.index].head,
                   place.index == sort_ ? Style::chosen : Style::heading);
    }

    void values(std::size_t row, const std::string& title, const std::vector<Value>& values,
                unsigned depth, Style style) {
        name(row, title, depth, style);
        for (const auto& place : places_.columns) {
            const auto& value = values[place.index];
            const bool nothing = style == Style::plain && value.number.value_or(0) == 0 &&
                                 table_.columns[place.index].unit != Unit::text;
            figure(row, place, value_text(table_.columns[place.index], value),
                   nothing ? Style::faint : style);
        }
    }

private:
    void name(std::size_t row, const std::string& title, unsigned depth, Style style) {
        // Of a deep stack there must be room for the name, too.
        const auto indent = std::min<std::size_t>(depth, places_.name_width / 4);
        const auto room = places_.name_width - indent;
        // Names with all the room that is left are paths.
        const auto text = table_.name_first ? shorten_middle(title, room) : path_text(title, room);
        grid_.put(row, places_.name_at + indent, text, style, room);
    }

    /// Words to the left, figures to the right.
    void figure(std::size_t row, const PlacedColumn& place, const std::string& text, Style style) {
        const auto shown = shorten_middle(text, place.width);
        const bool left = table_.columns[place.index].unit == Unit::text;
        const auto pad = left ? 0 : place.width - std::min(place.width, display_width(shown));
        grid_.put(row, place.at + pad, shown, style, place.width - pad);
    }

    const Table& table_;
    std::size_t sort_;
    Grid& grid_;
    PlacedColumns places_;
};

/// Pages of rows: what is chosen does not move while it stays on its page.
std::size_t first_shown(std::size_t chosen, std::size_t room) {
    return room == 0 ? 0 : chosen / room * room;
}

void draw_empty(const Table& table, const ViewState& state, std::size_t row, Grid& grid) {
    if (!state.here().filter.empty() && !table.rows.empty())
        grid.put(row, 0, "No name has the text of the filter.", Style::faint);
    else
        grid.put(row, 0, table.empty, Style::faint);
}

}  // namespace

void draw_table(const History& history, const ViewState& state, Area area, Grid& grid) {
    if (area.rows() == 0) return;
    const Table& table = history.table(state.pane);
    TablePainter painter(table, sort_column(state), grid);
    const bool with_sums = shows_sums(area);
    const std::size_t room = rows_in(area);
    if (area.rows() > 1) painter.heads(area.first++);
    auto rows = rows_in_order(history, state, room);
    if (state.most_rows && rows.size() > *state.most_rows) rows.resize(*state.most_rows);
    if (rows.empty()) return draw_empty(table, state, area.first, grid);
    const std::size_t chosen = chosen_place(rows, state);
    const std::size_t first = first_shown(chosen, room);
    for (std::size_t i = first; i < std::min(rows.size(), first + room); ++i) {
        const auto& [row, depth] = rows[i];
        const Style style = row->ended ? Style::faint : Style::plain;
        painter.values(area.first, row->name, row->values, depth, style);
        if (i == chosen && state.marks_chosen) grid.paint_row(area.first, Style::chosen);
        ++area.first;
    }
    if (with_sums) painter.values(area.end - 1, "all", sums(table), 0, Style::strong);
}

}  // namespace wbtrace::top
