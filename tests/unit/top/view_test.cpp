// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "top/view.h"

#include "tests/catch.h"
#include "tests/unit/top/pages.h"

using namespace wbtrace;
using namespace wbtrace::top;

TEST_CASE("every pane and page fits into every size, with and without figures") {
    Watched empty;
    Watched some;
    some.see({{"a", 1}, {"b\u754c", 2}});
    const model::Snapshot nothing;
    for (auto* watched : {&empty, &some})
        for (const auto& pane : panes())
            for (const auto page : {Page::table, Page::row, Page::help})
                for (std::size_t columns = 0; columns < 100; columns += columns < 12 ? 1 : 11)
                    for (std::size_t rows = 0; rows < 30; ++rows) {
                        watched->state.pane = pane.pane;
                        watched->state.page = page;
                        const auto grid = draw({nothing, nothing}, watched->history, watched->state,
                                               {columns, rows});
                        REQUIRE(grid.size() == Size{columns, rows});
                    }
}

TEST_CASE("the chosen row is on the page") {
    Watched watched;
    Dirtied many;
    for (char c = '!'; c < '~'; ++c) many.emplace_back(std::string(1, c), 1000 - c);
    watched.see(many);
    model::Snapshot nothing;
    nothing.interval.emplace();
    for (const auto& row : watched.history.table(Pane::processes).rows) {
        watched.state.here().chosen = row.key;
        const auto grid = draw({nothing, nothing}, watched.history, watched.state, {40, 10});
        std::string chosen;
        for (std::size_t at = 0; at < 10; ++at)
            if (at > 1 && grid.at(at, 39).style == Style::chosen) chosen = grid.at(at, 0).text;
        REQUIRE(chosen == row.name);
    }
}

TEST_CASE("before the first interval is over there are no figures, and that is said") {
    const Watched watched;
    const model::Snapshot nothing;
    const auto page = draw({nothing, nothing}, watched.history, watched.state, {80, 24}).text();
    CHECK(page.find("The first figures come after 1 s.") != std::string::npos);
    CHECK(page.find("lost") == std::string::npos);
    CHECK(page.find("not recorded") == std::string::npos);
}

TEST_CASE("the page of a row that ended does not become that of another") {
    Watched watched;
    watched.see({{"a", 2}, {"b", 1}});
    watched.state.here().chosen = watched.history.table(Pane::processes).rows.front().key;
    watched.state.page = Page::row;
    watched.see({{"b", 1}});
    watched.see({{"b", 1}});
    model::Snapshot interval;
    interval.interval.emplace();
    const auto page = draw({interval, interval}, watched.history, watched.state, {80, 24}).text();
    CHECK(page.find("The chosen row is over.") != std::string::npos);
}

TEST_CASE("what is remembered is bounded") {
    Watched watched;
    for (int i = 0; i < 1000; ++i) watched.see({{"a", 1}});
    const auto key = watched.history.table(Pane::processes).rows.front().key;
    CHECK(watched.history.course(Pane::processes, key).size() == History::most_intervals);
    CHECK(watched.history.table(Pane::processes).rows.size() == 1);
}
