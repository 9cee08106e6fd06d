// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// The table of linux-fsdevel: base, change, new value and case, then the total.
#include <fmt/format.h>

#include "base/printable.h"
#include "compare/layout_parts.h"

namespace wbtrace::compare {

namespace {

constexpr std::size_t base_columns = 24, change_columns = 13, new_columns = 13;

std::string pair_line(double base, double fresh, const Change& change, const std::string& name) {
    return fmt::format("{:>{}.2f}{}{:>{}.2f}  {}{}\n", base, base_columns,
                       right(percent_text(change), change_columns), fresh, new_columns,
                       printable(name), change.significant ? "  *" : "");
}

std::string pair_head(const Comparison& comparison, std::size_t group) {
    const std::string rule(base_columns, '-');
    return fmt::format("{}{}\n{}  {}\n", right(printable(comparison.labels[0]), base_columns),
                       right(printable(comparison.labels[group]), base_columns + 2), rule, rule);
}

/// Of the cases that both have.
std::string pair_table(const Comparison& comparison, const std::string& metric, std::size_t group) {
    auto text = pair_head(comparison, group);
    double base = 0, fresh = 0;
    for (const Row* row : comparison.rows_of(metric)) {
        const Cell& cell = row->cells[group];
        if (!row->cells[0].summary || !cell.summary) continue;
        base += row->cells[0].summary->mean;
        fresh += cell.summary->mean;
        text += pair_line(row->cells[0].summary->mean, cell.summary->mean, cell.change,
                          row->case_name.empty() ? metric : row->case_name);
    }
    Change total;
    if (base != 0) total.percent = 100 * (fresh - base) / base;
    return text + pair_line(base, fresh, total, "TOTAL " + metric);
}

}  // namespace

std::string pair_text(const Comparison& comparison) {
    std::string text;
    for (const auto& metric : table_metrics(comparison))
        for (std::size_t group = 1; group < comparison.labels.size(); ++group)
            text += (text.empty() ? "" : "\n") + pair_table(comparison, metric, group);
    if (comparison.tested) text += "\n" + test_text(comparison) + "\n";
    return text + why_text(comparison);
}

}  // namespace wbtrace::compare
