// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// The table of the kernel's test robot: value ±stddev%, change, value ±stddev%, metric.
#include <fmt/format.h>

#include <set>

#include "base/printable.h"
#include "compare/layout_parts.h"

namespace wbtrace::compare {

namespace {

constexpr std::size_t value_columns = 11, spread_columns = 6, lkp_change_columns = 10;

std::string value_text(const Cell& cell) {
    const auto value = cell.summary ? short_number(cell.summary->mean) : "-";
    return right(value, value_columns) +
           left(cell.summary ? spread_text(*cell.summary) : "", spread_columns);
}

std::string lkp_line(const Row& row) {
    auto text = value_text(row.cells[0]);
    for (std::size_t i = 1; i < row.cells.size(); ++i) {
        const Change& change = row.cells[i].change;
        text += right(percent_text(change), lkp_change_columns) + (change.significant ? "*" : " ");
        text += value_text(row.cells[i]);
    }
    return text + "  " + with_unit(row.metric) + "\n";
}

std::string lkp_head(const Comparison& comparison) {
    constexpr auto columns = value_columns + spread_columns;
    std::string labels, rules;
    for (std::size_t i = 0; i < comparison.labels.size(); ++i) {
        const auto wide = columns + (i == 0 ? 0 : lkp_change_columns + 1);
        labels += right(shorten_middle(printable(comparison.labels[i]), wide - 1), wide);
        rules += i == 0 ? std::string(wide, '-') : " " + std::string(wide - 1, '-');
    }
    return labels + "\n" + rules + "\n";
}

}  // namespace

std::string lkp_text(const Comparison& comparison) {
    std::set<std::string> cases;
    for (const Row& row : comparison.rows) cases.insert(row.case_name);
    std::string text;
    for (const auto& case_name : cases) {
        if (!case_name.empty()) text += printable(case_name) + "\n";
        text += lkp_head(comparison);
        for (const auto& metric : comparison.shown)
            if (const Row* row = comparison.row(metric, case_name)) text += lkp_line(*row);
        text += "\n";
    }
    return text + test_text(comparison) + "\n" + why_text(comparison);
}

}  // namespace wbtrace::compare
