// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "top/view.h"

#include <fmt/format.h>

#include <algorithm>

#include "top/parts.h"

namespace wbtrace::top {

/// What matters least goes first when the terminal is small.
Layout lay_out(Size size) {
    const std::size_t header = size.rows >= 12 ? 3 : size.rows >= 8 ? 1 : 0;
    const std::size_t tabs = size.rows >= 6 ? 1 : 0;
    const std::size_t footer = size.rows >= 4 ? 1 : 0;
    Layout layout;
    layout.header = {0, header};
    layout.tabs = {header, header + tabs};
    layout.body = {header + tabs, size.rows - footer};
    layout.footer = {size.rows - footer, size.rows};
    return layout;
}

bool shows_sums(const Area& body) { return body.rows() >= 8; }

std::size_t rows_in(const Area& body) {
    const std::size_t around = (body.rows() > 1 ? 1 : 0) + (shows_sums(body) ? 1 : 0);
    return body.rows() - std::min(body.rows(), around);
}

std::size_t rows_on_page(Size size) { return rows_in(lay_out(size).body); }

namespace {

/// Figures are of whole intervals: till the first one is over there is none.
void draw_waiting(const ViewState& state, Area area, Grid& grid) {
    const std::chrono::duration<double> interval = state.interval;
    const auto text = state.playback
                          ? std::string("The recording is read.")
                          : fmt::format("The first figures come after {:.3g} s.", interval.count());
    if (area.rows() > 0) grid.put(area.first, 0, text, Style::faint);
}

}  // namespace

Grid draw(const Moment& moment, const History& history, const ViewState& state, Size size) {
    Grid grid(size);
    const Layout layout = lay_out(size);
    draw_header(moment, state, layout.header, grid);
    draw_tabs(state, layout.tabs, grid);
    if (state.page == Page::help)
        draw_help(history, state, layout.body, grid);
    else if (!moment.interval.interval)
        draw_waiting(state, layout.body, grid);
    else if (state.page == Page::row)
        draw_row_page(moment, history, state, layout.body, grid);
    else if (state.pane == Pane::latency)
        draw_heat(history, state, layout.body, grid);
    else
        draw_table(history, state, layout.body, grid);
    draw_footer(history, state, layout.footer, grid);
    return grid;
}

}  // namespace wbtrace::top
