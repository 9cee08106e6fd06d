// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <optional>
#include <string>

#include "top/panes.h"

namespace wbtrace::top {

/// How a pane is looked at.
struct PaneState {
    std::optional<std::size_t> sort = {};  ///< a column; empty: as the pane is sorted at first
    bool reversed = false;
    std::string chosen = {};  ///< key of a row; empty: the first one
    std::string filter = {};  ///< only rows with this in their name, in any case
};

enum class Page {
    table,
    row,  ///< all about the chosen row
    help,
};

/// What is typed at the bottom.
enum class Entry { none, search, filter };

/// Where a recording is played.
struct Playback {
    std::string file = {};
    double speed = 1;
    std::uint64_t at_ns = 0;  ///< since the start of the trace
    std::uint64_t length_ns = 0;
    bool ended = false;
};

/// What the page depends on besides the figures.
struct ViewState {
    std::string host = {};  ///< name of the machine that is shown; empty: not known
    Pane pane = Pane::devices;
    std::array<PaneState, pane_count> panes = {};
    Page page = Page::table;
    std::size_t help_line = 0;  ///< the first that is shown
    Entry entry = Entry::none;
    std::string typed = {};
    std::string search = {};
    bool paused = false;
    std::chrono::nanoseconds interval = std::chrono::seconds(1);
    std::optional<Playback> playback = {};      ///< empty: live
    std::optional<std::size_t> most_rows = {};  ///< of a table; empty: as many as fit
    bool recorded = false;                      ///< the figures are not of this moment
    bool marks_chosen = true;                   ///< the chosen row looks different

    [[nodiscard]] PaneState& here() { return panes[static_cast<std::size_t>(pane)]; }
    [[nodiscard]] const PaneState& here() const { return panes[static_cast<std::size_t>(pane)]; }
};

/// The column by which the pane is sorted now.
inline std::size_t sort_column(const ViewState& state) {
    return state.here().sort.value_or(row_of(state.pane).sort);
}

}  // namespace wbtrace::top
