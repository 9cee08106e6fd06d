// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <fmt/format.h>

#include <algorithm>

#include "base/printable.h"
#include "top/help.h"
#include "top/parts.h"

namespace wbtrace::top {

std::vector<HelpLine> help_lines(const History& history, const ViewState& state) {
    std::vector<HelpLine> lines;
    const auto line = [&](std::string text, Style style = Style::plain) {
        lines.push_back({std::move(text), style});
    };
    if (!history.losses().empty()) {
        line("Lost since the start: figures made from single events fall short", Style::alarm);
        for (const auto& loss : history.losses())
            line(fmt::format("  {:>9} {}", loss.count, printable(loss.what)));
        line("");
    }
    for (const auto& [keys, what] : key_help(state)) line(fmt::format("{:<34}{}", keys, what));
    line("");
    line(fmt::format("Columns of {}", row_of(state.pane).title), Style::strong);
    for (const Column& column : history.table(state.pane).columns)
        line(fmt::format("  {:<10}{}", column.head, column.what));
    line("");
    line("Figures are of the last interval. Rows stand by the mean of their figure and");
    line("that of the intervals before, so that they stay where they are. A row that");
    line("ended fades for one interval. K, M, G: 1024 for bytes.");
    return lines;
}

std::size_t last_help_start(std::size_t lines, std::size_t rows) {
    return lines - std::min(lines, std::max<std::size_t>(rows, 1));
}

void draw_help(const History& history, const ViewState& state, Area area, Grid& grid) {
    const auto lines = help_lines(history, state);
    if (area.rows() == 0) return;
    // In place of the last line that would fit, when there are more.
    const bool fits = lines.size() <= area.rows();
    const auto rows = fits ? lines.size() : rows_in(area);
    const auto first = fits ? 0 : std::min(state.help_line, last_help_start(lines.size(), rows));
    const auto end = std::min(lines.size(), first + rows);
    for (std::size_t i = first; i < end; ++i)
        grid.put(area.first + i - first, 0, lines[i].text, lines[i].style);
    if (fits || area.rows() <= rows) return;
    grid.put(
        area.end - 1, 0,
        fmt::format("lines {} to {} of {}: Up, Down, PgUp, PgDn", first + 1, end, lines.size()),
        Style::faint);
}

}  // namespace wbtrace::top
