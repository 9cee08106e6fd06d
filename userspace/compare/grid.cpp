// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// Groups, such as kernels, as rows and cases as columns; a cell has each metric.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/printable.h"
#include "compare/layout_parts.h"

namespace wbtrace::compare {

namespace {

using Lines = std::vector<std::vector<std::string>>;

std::string cell_text(const Comparison& comparison, const std::vector<std::string>& metrics,
                      const std::string& case_name, std::size_t group) {
    std::string text;
    for (const auto& metric : metrics) {
        const Row* row = comparison.row(metric, case_name);
        const auto& summary = row == nullptr ? std::optional<Summary>() : row->cells[group].summary;
        const char* mark = metric == "read_bw" ? "R:" : metric == "write_bw" ? "W:" : "";
        text += fmt::format("{}{}{}", text.empty() ? "" : " ", mark,
                            summary ? fmt::format("{:.4g}", summary->mean) : "-");
    }
    return text;
}

Lines grid_cells(const Comparison& comparison, const std::vector<std::string>& metrics) {
    std::set<std::string> cases;
    for (const Row& row : comparison.rows) cases.insert(row.case_name);
    Lines lines(1, {""});
    for (const auto& case_name : cases) lines[0].push_back(printable(case_name));
    for (std::size_t group = 0; group < comparison.labels.size(); ++group) {
        lines.push_back({printable(comparison.labels[group])});
        for (const auto& case_name : cases)
            lines.back().push_back(cell_text(comparison, metrics, case_name, group));
    }
    return lines;
}

std::string aligned(const Lines& lines) {
    std::vector<std::size_t> widths(lines.front().size());
    for (const auto& line : lines)
        for (std::size_t i = 0; i < line.size(); ++i)
            widths[i] = std::max(widths[i], display_width(line[i]));
    std::string text;
    for (const auto& line : lines) {
        std::string row;
        for (std::size_t i = 0; i < line.size(); ++i)
            row += (i == 0 ? "" : "  ") + left(line[i], widths[i]);
        text.append(row, 0, row.find_last_not_of(' ') + 1) += '\n';
    }
    return text;
}

}  // namespace

std::string grid_text(const Comparison& comparison) {
    const auto metrics = table_metrics(comparison);
    std::string legend;
    for (const auto& metric : metrics) legend += (legend.empty() ? "" : ", ") + with_unit(metric);
    return aligned(grid_cells(comparison, metrics)) + "\n" + legend + "\n" + why_text(comparison);
}

}  // namespace wbtrace::compare
