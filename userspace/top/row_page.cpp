// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// All about one row: every figure, its course, distributions.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "base/printable.h"
#include "top/order.h"
#include "top/parts.h"

namespace wbtrace::top {

namespace {

constexpr std::array sparks = {" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
constexpr std::size_t bare_columns = 24;    // heads and figures
constexpr std::size_t spread_columns = 48;  // times, counts and bars
constexpr std::size_t bar_columns = 30;

/// Writes lines from the top to the bottom of an area.
class Lines {
public:
    Lines(Grid& grid, Area area, std::size_t column) : grid_(grid), area_(area), column_(column) {}

    void add(std::string_view text, Style style = Style::plain) {
        if (area_.rows() > 0) grid_.put(area_.first++, column_, text, style);
    }
    [[nodiscard]] std::size_t left() const { return area_.rows(); }

private:
    Grid& grid_;
    Area area_;
    std::size_t column_;
};

std::string course_text(const std::vector<double>& course, std::size_t columns) {
    const auto shown = std::min(course.size(), columns);
    const auto from = course.end() - static_cast<std::ptrdiff_t>(shown);
    const double most = shown == 0 ? 0 : *std::max_element(from, course.end());
    std::string text;
    for (auto value = from; value != course.end(); ++value) {
        const auto level = most <= 0 ? 0.0 : *value / most * static_cast<double>(sparks.size() - 1);
        const auto step = static_cast<std::size_t>(level + 0.5);
        text += sparks[*value > 0 ? std::max<std::size_t>(step, 1) : 0];
    }
    return text;
}

void add_figures(const Table& table, const Row& row, bool explained, Lines& lines) {
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
        const Column& column = table.columns[i];
        const char* unit = column.unit == Unit::percent && row.values[i].number ? " %" : "";
        const auto figure = value_text(column, row.values[i]);
        const bool told = row.values[i].number || row.values[i].text != "?" || column.why.empty();
        const auto why = "not available: " + printable(column.why);
        lines.add(fmt::format("{:<9} {:>9}{:<2}  {}", column.head, figure, unit,
                              !explained ? ""
                              : told     ? column.what
                                         : why.c_str()));
    }
}

std::size_t widest_what(const Table& table) {
    std::size_t widest = 0;
    for (const Column& column : table.columns)
        widest = std::max(widest, std::string_view(column.what).size());
    return widest;
}

void add_spread(const Spread& spread, Lines& lines) {
    lines.add(fmt::format("{}: {} in this interval", spread.title, spread.ns.count()),
              Style::strong);
    const auto buckets = spread.ns.powers_of_two();
    std::uint64_t most = 1;
    for (const auto& bucket : buckets) most = std::max(most, bucket.count);
    for (const auto& bucket : buckets) {
        const auto length = (bucket.count * bar_columns + most - 1) / most;
        lines.add(fmt::format(
            "{:>6}+ {:>6} {}", amount_text(Unit::time, static_cast<double>(bucket.ge)),
            amount_text(Unit::count, static_cast<double>(bucket.count)), std::string(length, '#')));
    }
}

/// What is shown must not become another row unasked.
bool has_ended(const std::vector<PlacedRow>& rows, const ViewState& state) {
    const auto& chosen = state.here().chosen;
    return !chosen.empty() && std::none_of(rows.begin(), rows.end(), [&](const PlacedRow& placed) {
        return placed.row->key == chosen;
    });
}

}  // namespace

void draw_row_page(const Moment& moment, const History& history, const ViewState& state, Area area,
                   Grid& grid) {
    const auto rows = rows_in_order(history, state, rows_in(area));
    if (has_ended(rows, state) && area.rows() > 0) {
        grid.put(area.first, 0, "The chosen row is over. Esc: back to the others", Style::faint);
        return;
    }
    if (rows.empty() || area.rows() == 0) return draw_table(history, state, area, grid);
    const Table& table = history.table(state.pane);
    const PaneRow& pane = row_of(state.pane);
    const Row& row = *rows[chosen_place(rows, state)].row;
    Lines lines(grid, area, 0);
    grid.paint_row(area.first, Style::heading);
    lines.add(fmt::format("{}: {}{}", table.name_head, row.name, row.ended ? " (ended)" : ""),
              Style::heading);
    const auto course = fmt::format("{} so far  ", table.columns[pane.sort].head);
    const auto room = grid.size().columns - std::min(grid.size().columns, course.size());
    lines.add(course + course_text(history.course(state.pane, row.key), room));
    // Distributions stand beside the figures, and in place of their explanations.
    std::vector<Spread> spreads;
    if (pane.spreads != nullptr) spreads = pane.spreads(moment, row.key);
    std::erase_if(spreads, [](const Spread& spread) { return spread.ns.empty(); });
    const auto explained_at = bare_columns + widest_what(table) + 2;
    const bool explained = spreads.empty() || grid.size().columns >= explained_at + spread_columns;
    Lines right(grid, {area.first + 2, area.end}, explained ? explained_at : bare_columns);
    add_figures(table, row, explained, lines);
    for (const auto& spread : spreads) add_spread(spread, right);
}

}  // namespace wbtrace::top
