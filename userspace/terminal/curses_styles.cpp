// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "terminal/curses_styles.h"

#define NCURSES_NOMACROS
#define NCURSES_WIDECHAR 1
#include <curses.h>

namespace wbtrace::terminal {

namespace {

struct StyleRow {
    top::Style style;
    unsigned attributes;  // without colours, and with them unless there is a colour
    unsigned colored;     // with colours
    short foreground;     // -1: the terminal's own
    short background;
};

// In the order of top::Style.
constexpr std::array<StyleRow, top::style_count> style_rows = {{
    {top::Style::plain, A_NORMAL, A_NORMAL, -1, -1},
    {top::Style::strong, A_BOLD, A_BOLD, -1, -1},
    {top::Style::faint, A_DIM, A_DIM, -1, -1},
    {top::Style::heading, A_REVERSE, A_NORMAL, COLOR_BLACK, COLOR_GREEN},
    {top::Style::chosen, A_REVERSE | A_BOLD, A_NORMAL, COLOR_BLACK, COLOR_CYAN},
    {top::Style::good, A_NORMAL, A_NORMAL, COLOR_GREEN, -1},
    {top::Style::warning, A_BOLD, A_BOLD, COLOR_YELLOW, -1},
    {top::Style::alarm, A_BOLD | A_UNDERLINE, A_BOLD, COLOR_RED, -1},
    {top::Style::heat_1, A_DIM, A_NORMAL, COLOR_BLUE, -1},
    {top::Style::heat_2, A_NORMAL, A_NORMAL, COLOR_CYAN, -1},
    {top::Style::heat_3, A_NORMAL, A_NORMAL, COLOR_GREEN, -1},
    {top::Style::heat_4, A_BOLD, A_NORMAL, COLOR_YELLOW, -1},
    {top::Style::heat_5, A_BOLD, A_BOLD, COLOR_RED, -1},
}};

}  // namespace

Styles make_styles(bool color) {
    const bool colored = color && has_colors() && start_color() == OK;
    if (colored) use_default_colors();
    Styles styles{};
    for (std::size_t i = 0; i < style_rows.size(); ++i) {
        const StyleRow& row = style_rows[i];
        styles[i].attributes = colored ? row.colored : row.attributes;
        if (!colored || (row.foreground < 0 && row.background < 0)) continue;
        styles[i].pair = static_cast<short>(i);
        init_pair(styles[i].pair, row.foreground, row.background);
    }
    return styles;
}

}  // namespace wbtrace::terminal
