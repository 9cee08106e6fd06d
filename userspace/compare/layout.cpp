// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "compare/layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/printable.h"
#include "compare/figure_table.h"
#include "compare/layout_parts.h"

namespace wbtrace::compare {

namespace {

struct LayoutRow {
    std::string_view name;
    Layout layout;
    std::string (*text)(const Comparison& comparison);
};

constexpr LayoutRow layouts[] = {
    {"pair", Layout::pair, pair_text},
    {"lkp", Layout::lkp, lkp_text},
    {"grid", Layout::grid, grid_text},
    {"series", Layout::series, series_text},
    {"histogram", Layout::histogram, histogram_text},
    {"values", Layout::values, values_text},
    {"json", Layout::json, json_text},
    {"csv", Layout::csv, csv_text},
    {"markdown", Layout::markdown, markdown_text},
};

std::string padding(std::string_view text, std::size_t columns) {
    const auto width = display_width(text);
    return std::string(columns - std::min(columns, width), ' ');
}

}  // namespace

std::optional<Layout> layout_named(std::string_view name) {
    for (const LayoutRow& row : layouts)
        if (row.name == name) return row.layout;
    return std::nullopt;
}

Layout fitting_layout(const Comparison& comparison) {
    const bool one_case = comparison.rows.empty() ||
                          comparison.rows.front().case_name == comparison.rows.back().case_name;
    return one_case ? Layout::lkp : Layout::pair;
}

std::string written(const Comparison& comparison, Layout layout) {
    for (const LayoutRow& row : layouts)
        if (row.layout == layout) return row.text(comparison);
    return {};
}

std::vector<std::string> table_metrics(const Comparison& comparison) {
    if (!comparison.question.metrics.empty()) return comparison.shown;
    std::vector<std::string> usual;
    for (const char* name : {"read_bw", "write_bw"})
        if (std::find(comparison.shown.begin(), comparison.shown.end(), name) !=
            comparison.shown.end())
            usual.emplace_back(name);
    return usual.empty() ? comparison.shown : usual;
}

std::string short_number(double value) {
    const double size = std::fabs(value);
    const int digits =
        size >= 10000 || size == 0 ? 0 : 4 - static_cast<int>(std::floor(std::log10(size)));
    auto text = fmt::format("{:.{}f}", value, std::clamp(digits, 0, 9));
    if (text.find('.') == text.npos) return text;
    text.erase(text.find_last_not_of('0') + 1);
    if (text.ends_with('.')) text.pop_back();
    return text;
}

std::string percent_text(const Change& change) {
    return change.percent ? fmt::format("{:+.1f}%", *change.percent) : "-";
}

std::string spread_text(const Summary& summary) {
    if (summary.mean == 0 || summary.count < 2) return {};
    const double percent = 100 * summary.stddev / std::fabs(summary.mean);
    return percent < 0.5 ? std::string() : fmt::format(" ±{:.0f}%", percent);
}

std::string with_unit(const std::string& metric) {
    const auto unit = unit_of(metric);
    return unit.empty() ? printable(metric) : fmt::format("{} ({})", printable(metric), unit);
}

std::string right(std::string_view text, std::size_t columns) {
    return padding(text, columns) + std::string(text);
}

std::string left(std::string_view text, std::size_t columns) {
    return std::string(text) + padding(text, columns);
}

std::string test_text(const Comparison& comparison) {
    if (!comparison.tested) return "1 run: no test";
    return fmt::format("* significant: {} test, p < {} over the metrics of a case (Holm)",
                       comparison.question.test == Test::welch ? "Welch's" : "Mann-Whitney",
                       comparison.question.level);
}

}  // namespace wbtrace::compare
