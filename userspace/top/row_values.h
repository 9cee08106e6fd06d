// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// For the panes' files: figures of an interval as values of a row.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <utility>

#include "model/histogram.h"
#include "top/moment.h"
#include "top/table.h"
#include "views/availability.h"

namespace wbtrace::top {

/// The kernel keeps no more of a task's name.
inline constexpr std::size_t longest_comm = 15;
inline constexpr std::size_t narrowest_path = 30;

inline Value number(double value) { return {value, {}}; }
inline Value number(std::uint64_t value) { return {static_cast<double>(value), {}}; }
inline Value word(std::string text) { return {std::nullopt, std::move(text)}; }
/// It could not be had; why stands in the reports.
inline Value unknown() { return word("?"); }

/// So much a second.
inline Value rate(std::uint64_t amount, const Moment& moment) {
    return number(static_cast<double>(amount) / moment.seconds());
}
/// The same, unless the figure at this JSON path could not be had.
inline Value rate(std::uint64_t amount, const Moment& moment, const char* path) {
    return views::why_unavailable(moment.interval, path) ? unknown() : rate(amount, moment);
}

/// Says of these columns why the figures at a JSON path are not there, if it is known.
inline void explain(Table& table, std::initializer_list<const char*> heads, const Moment& moment,
                    const char* path, const char* otherwise) {
    const auto* why = views::why_unavailable(moment.interval, path);
    for (const char* head : heads) {
        const auto column = column_named(table, head);
        if (column) table.columns[*column].why = why ? *why : otherwise;
    }
}

/// Of the interval, as a share of 1.
inline Value share(std::uint64_t ns, const Moment& moment) {
    return number(static_cast<double>(ns) / 1e9 / moment.seconds());
}

inline Value ratio(std::uint64_t of, std::uint64_t by) {
    if (by == 0) return {};
    return number(static_cast<double>(of) / static_cast<double>(by));
}

inline Value quantile(const model::Histogram& ns, double q) {
    return ns.empty() ? Value{} : number(ns.quantile(q));
}

}  // namespace wbtrace::top
