// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "top/panes.h"

#include <array>

namespace wbtrace::top {

namespace {

constexpr std::array pane_rows = {
    PaneRow{Pane::devices, "devices", "Devices", device_table, 10, device_spreads},
    PaneRow{Pane::processes, "processes", "Processes", process_table, 1, process_spreads},
    PaneRow{Pane::files, "files", "Files", file_table, 0, nullptr},
    PaneRow{Pane::cgroups, "cgroups", "Cgroups", cgroup_table, 0, nullptr},
    PaneRow{Pane::writeback, "writeback", "Writeback", writeback_table, 2, writeback_spreads},
    PaneRow{Pane::latency, "latency", "Latency", device_table, 10, device_spreads},
    PaneRow{Pane::waits, "waits", "Waits", waits_table, 1, nullptr},
};
static_assert(pane_rows.size() == pane_count);

}  // namespace

std::span<const PaneRow> panes() { return pane_rows; }

const PaneRow& row_of(Pane pane) { return pane_rows[static_cast<std::size_t>(pane)]; }

std::optional<Pane> pane_named(std::string_view word) {
    for (const PaneRow& row : pane_rows)
        if (word == row.word) return row.pane;
    return std::nullopt;
}

std::string pane_words() {
    std::string words;
    for (const PaneRow& row : pane_rows)
        words += (words.empty() ? "" : ", ") + std::string(row.word);
    return words;
}

}  // namespace wbtrace::top
