// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// The tables of the panes. A new pane is a file with its functions, and a row in panes.cpp.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/histogram.h"
#include "top/moment.h"
#include "top/table.h"

namespace wbtrace::top {

enum class Pane { devices, processes, files, cgroups, writeback, latency, waits };
inline constexpr std::size_t pane_count = 7;

/// A distribution on the page of one row.
struct Spread {
    std::string title;
    model::Histogram ns;
};

struct PaneRow {
    Pane pane;
    const char* word;   ///< for --pane
    const char* title;  ///< for the line of panes
    Table (*table)(const Moment& moment);
    std::size_t sort;  ///< the column by which it is sorted at first
    std::vector<Spread> (*spreads)(const Moment& moment, const std::string& key);  ///< or null
};

/// In the order of their keys, from 1.
std::span<const PaneRow> panes();
const PaneRow& row_of(Pane pane);
std::optional<Pane> pane_named(std::string_view word);
/// "devices, processes, ...": what pane_named() knows.
std::string pane_words();

Table device_table(const Moment& moment);
Table process_table(const Moment& moment);
Table file_table(const Moment& moment);
Table cgroup_table(const Moment& moment);
Table writeback_table(const Moment& moment);
Table waits_table(const Moment& moment);

std::vector<Spread> device_spreads(const Moment& moment, const std::string& key);
std::vector<Spread> process_spreads(const Moment& moment, const std::string& key);
std::vector<Spread> writeback_spreads(const Moment& moment, const std::string& key);

/// The row of the table of devices, by which the heat map knows a device.
std::string device_key(const model::DeviceFigures& device);

}  // namespace wbtrace::top
