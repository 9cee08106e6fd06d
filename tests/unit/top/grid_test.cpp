// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "top/grid.h"

#include "base/printable.h"
#include "tests/catch.h"

using wbtrace::display_width;
using wbtrace::first_cell;
using namespace wbtrace::top;

TEST_CASE("text is put into cells, and what does not fit is left out") {
    Grid grid({5, 2});
    CHECK(grid.put(0, 1, "abcdefgh") == 5);
    CHECK(grid.put(1, 0, "xyz", Style::strong, 2) == 2);
    CHECK(grid.text() == " abcd\nxy\n");
    CHECK(grid.at(1, 1).style == Style::strong);
    CHECK(grid.at(1, 2).style == Style::plain);
}

TEST_CASE("nothing is put outside of the grid") {
    Grid grid({2, 1});
    grid.put(1, 0, "a");
    grid.put(0, 2, "b");
    grid.paint_row(7, Style::alarm);
    CHECK(grid.text() == "\n");
    Grid none({0, 0});
    none.put(0, 0, "a");
    CHECK(none.text().empty());
}

TEST_CASE("a wide character takes two cells, and is never cut in two") {
    Grid grid({5, 1});
    CHECK(grid.put(0, 0, "世界世") == 4);
    CHECK(grid.at(0, 0).wide);
    CHECK(grid.at(0, 1).text.empty());
    CHECK(grid.at(0, 4).text == " ");
    CHECK(grid.text() == "世界\n");
}

TEST_CASE("a combining mark stays with its character") {
    Grid grid({3, 1});
    CHECK(grid.put(0, 0, "e\u0301x") == 2);
    CHECK(grid.at(0, 0).text == "e\u0301");
    CHECK(grid.at(0, 1).text == "x");
    CHECK(first_cell("e\u0301\u0302x") == "e\u0301\u0302");
    CHECK(first_cell("ab") == "a");
    CHECK(first_cell("").empty());
    // A mark with nothing before it has no cell.
    CHECK(Grid({2, 1}).put(0, 0, "\u0301a") == 1);
    CHECK(display_width("\U0001F600") == 2);
}
