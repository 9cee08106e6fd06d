// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// What the tables of processes, files and cgroups have in common.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "model/snapshot.h"
#include "views/availability.h"
#include "views/text_page.h"
#include "views/text_report.h"
#include "views/units_text.h"

namespace wbtrace::views {

inline constexpr std::size_t attribution_rows_shown = 10;  // without -v

template <typename Row>
struct PickedRows {
    std::vector<const Row*> shown;
    std::size_t left_out = 0;
    std::uint64_t left_out_bytes = 0;  ///< charged to them
};

/// The first of those that have something to say, `important` ones before others; all with -v.
template <typename Row, typename Wanted, typename Important>
PickedRows<Row> picked(const std::vector<Row>& rows, const TextOptions& options, Wanted wanted,
                       Important important) {
    std::vector<const Row*> order;
    for (const auto& row : rows)
        if (wanted(row)) order.push_back(&row);
    std::stable_partition(order.begin(), order.end(),
                          [&](const Row* row) { return important(*row); });
    PickedRows<Row> result;
    for (const Row* row : order) {
        if (options.verbose || result.shown.size() < attribution_rows_shown) {
            result.shown.push_back(row);
            continue;
        }
        ++result.left_out;
        result.left_out_bytes += row->charged.bytes;
    }
    return result;
}

template <typename Row, typename Wanted>
PickedRows<Row> picked(const std::vector<Row>& rows, const TextOptions& options, Wanted wanted) {
    return picked(rows, options, wanted, [](const Row&) { return false; });
}

template <typename Row>
void write_more(TextPage& page, const PickedRows<Row>& rows) {
    if (rows.left_out == 0) return;
    page.line(fmt::format("  and {} more, charged {} (-v)", rows.left_out,
                          bytes_text(rows.left_out_bytes)));
}

inline std::string bytes_or_dash(std::uint64_t bytes) { return bytes ? bytes_text(bytes) : "-"; }

/// The amount, or "?" when the path says that it could not be had.
inline std::string dirtied_text(const model::Snapshot& snapshot, std::string_view path,
                                std::uint64_t bytes) {
    return why_unavailable(snapshot, path) ? "?" : bytes_or_dash(bytes);
}

/// "[ext4 metadata]" of a row by kind, "other (12 files)" of the folded ones.
std::string nobody_title(const model::AttributionRow& row, const char* many);

/// The path, or what is known instead of it; printable.
std::string file_title(const model::FileFigures& file);
std::string cgroup_title(const model::CgroupFigures& cgroup);

}  // namespace wbtrace::views
