// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "top/keys.h"

#include "tests/catch.h"
#include "tests/unit/top/pages.h"
#include "top/view.h"

using namespace wbtrace::top;

namespace {

struct Keyboard : Watched {
    Keyboard() { see({{"alpha", 3}, {"beta", 2}, {"gamma", 1}}); }

    Wish type(const std::u32string& characters) {
        auto wish = Wish::nothing;
        for (const auto character : characters)
            wish = press({Code::character, character}, state, history, 10);
        return wish;
    }
    Wish type(Code code) { return press({code, 0}, state, history, 10); }
    [[nodiscard]] std::string chosen() const {
        for (const auto& row : history.table(state.pane).rows)
            if (row.key == state.here().chosen) return row.name;
        return "";
    }
};

}  // namespace

TEST_CASE("arrows choose rows, and end at the ends") {
    Keyboard keys;
    keys.type(Code::down);
    CHECK(keys.chosen() == "beta");
    keys.type(Code::page_down);
    CHECK(keys.chosen() == "gamma");
    keys.type(Code::down);
    CHECK(keys.chosen() == "gamma");
    keys.type(Code::home);
    CHECK(keys.chosen() == "alpha");
    keys.type(Code::up);
    CHECK(keys.chosen() == "alpha");
}

TEST_CASE("numbers and Tab show the panes, each with its own order") {
    Keyboard keys;
    keys.type(U"3>");
    CHECK(keys.state.pane == Pane::files);
    CHECK(sort_column(keys.state) == 1);
    keys.type(U"2");
    CHECK(keys.state.pane == Pane::processes);
    CHECK(sort_column(keys.state) == row_of(Pane::processes).sort);
    keys.type(U"7\t");
    CHECK(keys.state.pane == Pane::devices);
    keys.type(U"8");
    CHECK(keys.state.pane == Pane::devices);
}

TEST_CASE("the columns to sort by come round") {
    Keyboard keys;
    const auto columns = keys.history.table(Pane::processes).columns.size();
    const auto before = sort_column(keys.state);
    for (std::size_t i = 0; i < columns; ++i) keys.type(U"s");
    CHECK(sort_column(keys.state) == before);
    keys.type(U"<<");
    CHECK(sort_column(keys.state) == columns - 1);
    keys.type(U"r");
    CHECK(keys.state.here().reversed);
}

TEST_CASE("a search finds names while they are typed, and the next one") {
    Keyboard keys;
    keys.type(U"/GA");
    CHECK(keys.chosen() == "gamma");
    keys.type(Code::backspace);
    keys.type(Code::backspace);
    keys.type(U"a");
    keys.type(Code::enter);
    keys.type(U"n");
    CHECK(keys.chosen() == "alpha");
    CHECK(keys.state.entry == Entry::none);
    // A letter that is a key elsewhere is text here.
    CHECK(keys.type(U"/q") == Wish::nothing);
    CHECK(keys.state.typed == "q");
}

TEST_CASE("a filter holds until Esc") {
    Keyboard keys;
    keys.type(U"fbet");
    keys.type(Code::enter);
    CHECK(keys.state.here().filter == "bet");
    keys.type(U"f");
    CHECK(keys.state.typed == "bet");
    keys.type(Code::escape);
    CHECK(keys.state.here().filter.empty());
    keys.type(U"f\x07\u00e4");  // no control gets in
    CHECK(keys.state.here().filter == "ä");
    keys.type(Code::backspace);
    CHECK(keys.state.here().filter.empty());
}

TEST_CASE("what is longer than the line is kept whole, and its end is to be seen") {
    Keyboard keys;
    const std::u32string path = std::u32string(300, U'a') + U"\u6f22" + std::u32string(30, U'b');
    keys.type(U"f" + path);
    CHECK(keys.state.here().filter.size() == 300 + 3 + 30);
    const auto line = [&keys](Size size) {
        const auto page = draw({{}, {}}, keys.history, keys.state, size).text();
        const auto end = page.size() - 1;
        const auto begin = page.rfind('\n', end - 1) + 1;
        return page.substr(begin, end - begin);
    };
    CHECK(line({42, 10}) == "filter: …\u6f22" + std::string(30, 'b') + "_");
    CHECK(line({41, 10}) == "filter: …" + std::string(30, 'b') + "_");
    for (std::size_t columns = 1; columns < 12; ++columns) line({columns, 10});
    keys.type(Code::enter);
    CHECK(line({60, 10}).ends_with("bbb"));
    CHECK(line({60, 10}).find("filter: aaa") != std::string::npos);
    keys.type(U"f");
    keys.type(Code::backspace);
    CHECK(keys.state.here().filter.size() == 300 + 3 + 29);
}

TEST_CASE("Esc takes a filter away, also when it is typed no more") {
    Keyboard keys;
    keys.type(U"fal");
    keys.type(Code::enter);
    CHECK(keys.state.here().filter == "al");
    keys.type(Code::enter);
    keys.type(Code::escape);  // back from the page of a row
    CHECK(keys.state.here().filter == "al");
    keys.type(Code::escape);
    CHECK(keys.state.here().filter.empty());
}

TEST_CASE("pages are opened and closed") {
    Keyboard keys;
    keys.type(Code::enter);
    CHECK(keys.state.page == Page::row);
    keys.type(U"?");
    CHECK(keys.state.page == Page::help);
    keys.type(Code::escape);
    CHECK(keys.state.page == Page::table);
    CHECK(keys.type(U" q") == Wish::quit);
    CHECK(keys.state.paused);
    CHECK(keys.type(U"\x0c") == Wish::repaint);
}

TEST_CASE("the page of a row is that of the row that was in front when it was opened") {
    Keyboard keys;
    keys.type(Code::enter);
    CHECK(keys.chosen() == "alpha");
    keys.see({{"beta", 9}, {"alpha", 1}});
    keys.see({{"beta", 9}, {"alpha", 1}});
    CHECK(keys.chosen() == "alpha");
    keys.see({{"beta", 9}});
    keys.see({{"beta", 9}});
    // Back at the table another one is in front, and can be opened.
    keys.type(Code::escape);
    keys.type(Code::enter);
    CHECK(keys.chosen() == "beta");
    keys.type(Code::escape);
    keys.type(U"fnobody");
    keys.type(Code::enter);
    keys.type(Code::enter);
    CHECK(keys.state.page == Page::table);
}

TEST_CASE("a help that is too long is scrolled, from its first to its last line") {
    Keyboard keys;
    const wbtrace::model::Snapshot none;
    const auto page = [&] { return draw({none, none}, keys.history, keys.state, {80, 17}).text(); };
    keys.type(U"?");
    CHECK(page().find("1 to 7, Tab") != std::string::npos);
    CHECK(page().find("ended fades") == std::string::npos);
    keys.type(Code::up);
    CHECK(keys.state.help_line == 0);
    keys.type(Code::end);
    const auto last = keys.state.help_line;
    CHECK(page().find("ended fades") != std::string::npos);
    keys.type(Code::down);
    keys.type(Code::page_down);
    CHECK(keys.state.help_line == last);
    keys.type(Code::up);
    CHECK(keys.state.help_line == last - 1);
    keys.type(Code::home);
    CHECK(page().find("1 to 7, Tab") != std::string::npos);
    keys.type(Code::page_down);
    keys.type(U"??");
    CHECK(keys.state.help_line == 0);
}

TEST_CASE("intervals have their steps, a replay its speed") {
    using namespace std::chrono_literals;
    Keyboard keys;
    keys.type(U"+");
    CHECK(keys.state.interval == 2s);
    keys.state.interval = 700ms;
    keys.type(U"-");
    CHECK(keys.state.interval == 500ms);
    keys.type(U"----");
    CHECK(keys.state.interval == 100ms);
    CHECK(keys.type(Code::left) == Wish::nothing);
    keys.state.playback.emplace();
    keys.type(U"++");
    CHECK(keys.state.playback->speed == 4);
    CHECK(keys.state.interval == 100ms);
    CHECK(keys.type(Code::left) == Wish::back);
    CHECK(keys.type(Code::right) == Wish::forward);
    CHECK(keys.type(Code::backspace) == Wish::to_start);
}

TEST_CASE("keys do no harm where there is nothing") {
    const History nothing;
    ViewState state;
    for (char32_t character = 0; character < 0x80; ++character) {
        press({Code::character, character}, state, nothing, 0);
        if (state.entry != Entry::none) press({Code::escape, 0}, state, nothing, 0);
    }
    for (const auto code : {Code::up, Code::down, Code::page_up, Code::end, Code::enter})
        press({code, 0}, state, nothing, 0);
    CHECK(state.here().chosen.empty());
}
