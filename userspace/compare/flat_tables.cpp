// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// The same rows as CSV and as Markdown.
#include <fmt/format.h>

#include "base/csv_field.h"
#include "base/printable.h"
#include "compare/figure_table.h"
#include "compare/layout_parts.h"

namespace wbtrace::compare {

namespace {

std::string csv_field(std::string_view text) {
    std::string field;
    add_csv_field(text, field);
    return field;
}

template <typename Number>
std::string number_or_nothing(const std::optional<Number>& value) {
    return value ? fmt::format("{}", *value) : std::string();
}

std::string csv_cell(const Cell& cell) {
    if (!cell.summary) return ",,,,,,,,";
    const Summary& summary = *cell.summary;
    const Change& change = cell.change;
    return fmt::format("{},{},{},{},{},{},{},{},{}", summary.count, summary.mean,
                       summary.count > 1 ? fmt::format("{}", summary.stddev) : "", summary.median,
                       number_or_nothing(change.percent), number_or_nothing(change.p),
                       change.p ? (change.significant ? "1" : "0") : "",
                       change.ratio ? fmt::format("{}", change.ratio->low) : "",
                       change.ratio ? fmt::format("{}", change.ratio->high) : "");
}

/// What would end a cell, begin markup or a tag.
std::string markdown_cell(std::string_view text) {
    std::string escaped;
    for (const char letter : printable(text)) {
        if (std::string_view("\\|*_`<>[]&").find(letter) != std::string_view::npos) escaped += '\\';
        escaped += letter;
    }
    return escaped;
}

std::string markdown_row(const Row& row) {
    std::string text = "|";
    for (std::size_t i = 0; i < row.cells.size(); ++i) {
        const Cell& cell = row.cells[i];
        if (i > 0)
            text += fmt::format(" {}{} |", percent_text(cell.change),
                                cell.change.significant ? " \\*" : "");
        text += fmt::format(" {} |", cell.summary ? short_number(cell.summary->mean) : "-");
    }
    return text + fmt::format(" {} | {} |\n", markdown_cell(with_unit(row.metric)),
                              markdown_cell(row.case_name));
}

}  // namespace

std::string csv_text(const Comparison& comparison) {
    std::string text =
        "metric,unit,case,group,runs,mean,stddev,median,change_percent,p,significant,ratio_low,"
        "ratio_high\n";
    for (const auto& metric : comparison.shown)
        for (const Row* row : comparison.rows_of(metric))
            for (std::size_t i = 0; i < row->cells.size(); ++i)
                text += fmt::format("{},{},{},{},{}\n", csv_field(metric),
                                    csv_field(unit_of(metric)), csv_field(row->case_name),
                                    csv_field(comparison.labels[i]), csv_cell(row->cells[i]));
    return text;
}

std::string markdown_text(const Comparison& comparison) {
    std::string head = "|", rule = "|";
    for (std::size_t i = 0; i < comparison.labels.size(); ++i) {
        head +=
            fmt::format("{} {} |", i == 0 ? "" : " change |", markdown_cell(comparison.labels[i]));
        rule += i == 0 ? "---:|" : "---:|---:|";
    }
    auto text = head + " metric | case |\n" + rule + "---|---|\n";
    for (const auto& metric : comparison.shown)
        for (const Row* row : comparison.rows_of(metric)) text += markdown_row(*row);
    text += "\n" + markdown_cell(test_text(comparison)) + "\n";
    const auto why = why_text(comparison);
    return why.empty() ? text : text + "\n```\n" + why.substr(1) + "```\n";
}

}  // namespace wbtrace::compare
