// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "top/keys.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "top/help.h"
#include "top/order.h"
#include "top/utf8.h"

namespace wbtrace::top {

namespace {

using std::chrono::milliseconds;

constexpr std::array intervals = {milliseconds(100),    milliseconds(200),    milliseconds(500),
                                  milliseconds(1000),   milliseconds(2000),   milliseconds(5000),
                                  milliseconds(10'000), milliseconds(30'000), milliseconds(60'000)};
constexpr double slowest = 1.0 / 16;
constexpr double fastest = 1024;
constexpr std::size_t longest_entry = 4096;  // bytes: as a path

void change_interval(ViewState& state, bool longer) {
    if (state.playback) {
        const double speed = state.playback->speed * (longer ? 2 : 0.5);
        state.playback->speed = std::clamp(speed, slowest, fastest);
        return;
    }
    const auto now = state.interval;
    if (longer) {
        const auto next = std::upper_bound(intervals.begin(), intervals.end(), now);
        if (next != intervals.end()) state.interval = *next;
    } else {
        const auto next = std::lower_bound(intervals.begin(), intervals.end(), now);
        if (next != intervals.begin()) state.interval = *(next - 1);
    }
}

void change_sort(ViewState& state, const History& history, bool forward) {
    const auto count = history.table(state.pane).columns.size();
    if (count == 0) return;
    const auto now = sort_column(state);
    state.here().sort = forward ? (now + 1) % count : (now + count - 1) % count;
}

void choose(ViewState& state, const std::vector<PlacedRow>& rows, std::int64_t by) {
    if (rows.empty()) return;
    const auto last = static_cast<std::int64_t>(rows.size()) - 1;
    const auto place = static_cast<std::int64_t>(chosen_place(rows, state)) + by;
    state.here().chosen =
        rows[static_cast<std::size_t>(std::clamp<std::int64_t>(place, 0, last))].row->key;
}

/// The next row of this name, from the chosen one on.
void find(ViewState& state, const std::vector<PlacedRow>& rows, std::size_t from_next) {
    if (state.search.empty()) return;
    const auto start = chosen_place(rows, state) + from_next;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const Row& row = *rows[(start + i) % rows.size()].row;
        if (!named_like(row, state.search)) continue;
        state.here().chosen = row.key;
        return;
    }
}

void show_pane(ViewState& state, Pane pane) {
    // The device whose latency is wanted is the one that was chosen, and the other way round.
    const auto device = state.here().chosen;
    const bool of_devices = state.pane == Pane::devices || state.pane == Pane::latency;
    state.pane = pane;
    state.page = Page::table;
    if (of_devices && (pane == Pane::devices || pane == Pane::latency))
        state.here().chosen = device;
}

void move(const Key& key, ViewState& state, const std::vector<PlacedRow>& rows,
          std::size_t rows_on_page) {
    const auto page = static_cast<std::int64_t>(std::max<std::size_t>(rows_on_page, 1));
    const auto all = static_cast<std::int64_t>(rows.size());
    switch (key.code) {
    case Code::up: choose(state, rows, -1); return;
    case Code::down: choose(state, rows, 1); return;
    case Code::page_up: choose(state, rows, -page); return;
    case Code::page_down: choose(state, rows, page); return;
    case Code::home: choose(state, rows, -all); return;
    case Code::end: choose(state, rows, all); return;
    default: return;
    }
}

void scroll_help(const Key& key, ViewState& state, const History& history,
                 std::size_t rows_on_page) {
    const auto last = last_help_start(help_lines(history, state).size(), rows_on_page);
    const auto now = std::min(state.help_line, last);
    const auto page = std::max<std::size_t>(rows_on_page, 1);
    switch (key.code) {
    case Code::up: state.help_line = now - std::min<std::size_t>(now, 1); return;
    case Code::down: state.help_line = std::min(now + 1, last); return;
    case Code::page_up: state.help_line = now - std::min(now, page); return;
    case Code::page_down: state.help_line = std::min(now + page, last); return;
    case Code::home: state.help_line = 0; return;
    case Code::end: state.help_line = last; return;
    default: return;
    }
}

/// Into the line at the bottom.
void type(const Key& key, ViewState& state, const History& history, std::size_t rows_on_page) {
    auto& filter = state.here().filter;
    switch (key.code) {
    case Code::escape:
        if (state.entry == Entry::filter) filter.clear();
        state.entry = Entry::none;
        return;
    case Code::enter: state.entry = Entry::none; return;
    case Code::backspace: remove_last(state.typed); break;
    case Code::character:
        if (key.character >= 0x20 && state.typed.size() < longest_entry)
            append(key.character, state.typed);
        break;
    default: return;
    }
    if (state.entry == Entry::filter) {
        filter = state.typed;
    } else {
        state.search = state.typed;
        find(state, rows_in_order(history, state, rows_on_page), 0);
    }
}

void open_entry(ViewState& state, Entry entry) {
    state.entry = entry;
    state.page = Page::table;
    state.typed = entry == Entry::filter ? state.here().filter : std::string();
}

void turn_page(ViewState& state, Page page) {
    state.page = state.page == page ? Page::table : page;
    state.help_line = 0;
}

Wish press_character(char32_t character, ViewState& state, const History& history,
                     std::size_t rows_on_page) {
    if (character >= U'1' && character < U'1' + pane_count) {
        show_pane(state, static_cast<Pane>(character - U'1'));
        return Wish::nothing;
    }
    switch (character) {
    case U'q': return Wish::quit;
    case U'?':
    case U'h': turn_page(state, Page::help); break;
    case U'<': change_sort(state, history, false); break;
    case U'>':
    case U's': change_sort(state, history, true); break;
    case U'r': state.here().reversed = !state.here().reversed; break;
    case U'/': open_entry(state, Entry::search); break;
    case U'n': find(state, rows_in_order(history, state, rows_on_page), 1); break;
    case U'f': open_entry(state, Entry::filter); break;
    case U' ': state.paused = !state.paused; break;
    case U'+': change_interval(state, true); break;
    case U'-': change_interval(state, false); break;
    case U'\t':
        show_pane(state,
                  static_cast<Pane>((static_cast<std::size_t>(state.pane) + 1) % pane_count));
        break;
    case U'\x0c': return Wish::repaint;  // Ctrl-L
    default: break;
    }
    return Wish::nothing;
}

}  // namespace

Wish press(const Key& key, ViewState& state, const History& history, std::size_t rows_on_page) {
    if (state.entry != Entry::none) {
        type(key, state, history, rows_on_page);
        return Wish::nothing;
    }
    if (key.code == Code::character)
        return press_character(key.character, state, history, rows_on_page);
    if (key.code == Code::escape) {
        if (state.page == Page::table) state.here().filter.clear();
        state.page = Page::table;
    } else if (key.code == Code::enter) {
        // The first row may be another one in the next interval; the one that was opened stays.
        const auto rows = rows_in_order(history, state, rows_on_page);
        if (state.page != Page::row) choose(state, rows, 0);
        if (state.page == Page::row || !rows.empty()) turn_page(state, Page::row);
    } else if (state.playback && key.code == Code::left) {
        return Wish::back;
    } else if (state.playback && key.code == Code::right) {
        return Wish::forward;
    } else if (state.playback && key.code == Code::backspace) {
        return Wish::to_start;
    } else if (state.page == Page::help) {
        scroll_help(key, state, history, rows_on_page);
    } else {
        move(key, state, rows_in_order(history, state, rows_on_page), rows_on_page);
    }
    return Wish::nothing;
}

}  // namespace wbtrace::top
