// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "top/columns.h"

#include <algorithm>
#include <string_view>

namespace wbtrace::top {

namespace {

constexpr std::size_t widest_first_name = 24;  // behind it figures should not be far away
constexpr std::size_t widest_gap = 3;          // between figures, when there is room

std::size_t width_of(const Column& column) {
    const auto own = column.width != 0 ? column.width : widest(column.unit);
    return std::max(own, std::string_view(column.head).size());
}

/// Room for the figures in the order of their ranks.
std::vector<bool> fitting(const Table& table, std::size_t room, std::size_t kept) {
    std::vector<std::size_t> by_rank(table.columns.size());
    for (std::size_t i = 0; i < by_rank.size(); ++i) by_rank[i] = i;
    std::stable_sort(by_rank.begin(), by_rank.end(), [&](std::size_t a, std::size_t b) {
        if ((a == kept) != (b == kept)) return a == kept;
        return table.columns[a].rank < table.columns[b].rank;
    });
    std::vector<bool> fits(table.columns.size(), false);
    for (const std::size_t i : by_rank) {
        const std::size_t needed = width_of(table.columns[i]) + 1;
        if (needed > room) break;
        room -= needed;
        fits[i] = true;
    }
    return fits;
}

}  // namespace

PlacedColumns place_columns(const Table& table, std::size_t columns, std::size_t kept) {
    PlacedColumns placed;
    const auto fits = fitting(table, columns - std::min(columns, table.narrowest_name), kept);
    std::size_t figures = 0;
    std::size_t count = 0;
    for (std::size_t i = 0; i < fits.size(); ++i) {
        if (!fits[i]) continue;
        figures += width_of(table.columns[i]) + 1;
        ++count;
    }
    placed.name_width = columns - std::min(columns, figures);
    std::size_t gap = 1;
    if (table.name_first && placed.name_width > widest_first_name) {
        const auto spare = placed.name_width - widest_first_name;
        gap += std::min(count == 0 ? 0 : spare / count, widest_gap - 1);
        placed.name_width = widest_first_name;
    }
    std::size_t at = table.name_first ? placed.name_width + gap : 0;
    for (std::size_t i = 0; i < fits.size(); ++i) {
        if (!fits[i]) continue;
        const std::size_t width = width_of(table.columns[i]);
        placed.columns.push_back({i, at, width});
        at += width + gap;
    }
    if (!table.name_first) placed.name_at = at;
    return placed;
}

}  // namespace wbtrace::top
