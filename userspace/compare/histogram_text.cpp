// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// How whole histograms moved: their quantiles, and how far all values did.
#include <fmt/format.h>

#include <algorithm>

#include "base/printable.h"
#include "compare/layout_parts.h"

namespace wbtrace::compare {

namespace {

std::string interval_text(const QuantileShift& shift) {
    if (!shift.ratio) return "-";
    return fmt::format("{} to {}", short_number(shift.ratio->low), short_number(shift.ratio->high));
}

std::string quantile_line(const QuantileShift& shift) {
    Change change;
    if (shift.base > 0) change.percent = 100 * (shift.fresh - shift.base) / shift.base;
    return left(fmt::format("  p{:g}", 100 * shift.quantile), 14) +
           right(short_number(shift.base), 13) + right(short_number(shift.fresh), 13) +
           right(percent_text(change), 11) + right(interval_text(shift), 22) + "\n";
}

std::string head_of(const Comparison& comparison, std::size_t group) {
    const auto label = [&](std::size_t i) {
        return right(shorten_middle(printable(comparison.labels[i]), 12), 13);
    };
    return std::string(14, ' ') + label(0) + label(group) + right("change", 11) +
           right("95 % of new/base", 22) + "\n";
}

std::string shift_text(const Comparison& comparison, const HistogramShift& shift) {
    std::string text = fmt::format("{} ({}): {}; distance {:.2f} octaves\n", shift.of->name,
                                   shift.of->unit, shift.of->what, shift.octaves);
    if (!shift.case_name.empty()) text = printable(shift.case_name) + "\n" + text;
    text += head_of(comparison, shift.group);
    for (const auto& quantile : shift.quantiles) text += quantile_line(quantile);
    return text + "\n";
}

/// Empty on one side, or not measured: that is not the same as equal.
std::string absent_text(const Comparison& comparison) {
    const auto& shifts = comparison.shifts;
    std::string names;
    for (const HistogramRow& row : histogram_table()) {
        const bool there = std::any_of(shifts.begin(), shifts.end(),
                                       [&](const auto& shift) { return shift.of == &row; });
        if (!there) names += (names.empty() ? "" : ", ") + std::string(row.name);
    }
    return names.empty() ? "" : "Not on both sides: " + names + "\n";
}

}  // namespace

std::string histogram_text(const Comparison& comparison) {
    std::string text;
    for (const auto& shift : comparison.shifts) text += shift_text(comparison, shift);
    if (text.empty()) return "No histogram that both sides have: give reports or recordings.\n";
    return text + absent_text(comparison) + (comparison.tested ? "" : "1 run: no interval\n");
}

}  // namespace wbtrace::compare
