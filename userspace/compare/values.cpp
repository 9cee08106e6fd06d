// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// The figures themselves: a line for each case and group, a column for each metric, its mean and
// how far its values scatter. The only layout that needs no second group.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/printable.h"
#include "compare/figure_table.h"
#include "compare/layout_parts.h"

namespace wbtrace::compare {

namespace {

constexpr std::size_t mean_columns = 11, scatter_columns = 6, metrics_a_table = 3;

std::string values_head(const std::vector<std::string>& metrics) {
    std::string names, units;
    for (const auto& metric : metrics) {
        const auto columns = mean_columns + scatter_columns;
        const auto name = shorten_middle(printable(metric), columns - 1);
        names += left(right(name, std::max(mean_columns, display_width(name) + 1)), columns);
        units += left(right(unit_of(metric), mean_columns), columns);
    }
    const auto trimmed = [](const std::string& line) {
        return line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
    };
    return trimmed(names) + trimmed(units);
}

std::string mean_text(const Cell& cell) {
    if (!cell.summary) return left(right("-", mean_columns), mean_columns + scatter_columns);
    return right(short_number(cell.summary->mean), mean_columns) +
           left(spread_text(*cell.summary), scatter_columns);
}

/// The case, and which group when there are several.
std::string values_name(const Comparison& comparison, const std::string& case_name,
                        std::size_t group) {
    if (comparison.labels.size() == 1) return printable(case_name);
    return printable(case_name.empty() ? comparison.labels[group]
                                       : case_name + " " + comparison.labels[group]);
}

std::string values_line(const Comparison& comparison, const std::vector<std::string>& metrics,
                        const std::string& case_name, std::size_t group) {
    std::string line;
    bool any = false;
    for (const auto& metric : metrics) {
        const Row* row = comparison.row(metric, case_name);
        const Cell cell = row == nullptr ? Cell() : row->cells[group];
        any = any || cell.summary;
        line += mean_text(cell);
    }
    return any ? line + "  " + values_name(comparison, case_name, group) + "\n" : std::string();
}

}  // namespace

std::string values_text(const Comparison& comparison) {
    std::set<std::string> cases;
    for (const Row& row : comparison.rows) cases.insert(row.case_name);
    std::string text;
    const auto& all = comparison.shown;
    for (std::size_t i = 0; i < all.size(); i += metrics_a_table) {
        const auto first = all.begin() + static_cast<std::ptrdiff_t>(i);
        const auto count = std::min(metrics_a_table, all.size() - i);
        const std::vector<std::string> metrics(first, first + static_cast<std::ptrdiff_t>(count));
        text += (text.empty() ? "" : "\n") + values_head(metrics);
        for (const auto& case_name : cases)
            for (std::size_t group = 0; group < comparison.labels.size(); ++group)
                text += values_line(comparison, metrics, case_name, group);
    }
    return text;
}

}  // namespace wbtrace::compare
