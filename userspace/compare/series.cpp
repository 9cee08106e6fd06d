// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// A row for each kernel in the order of versions, and the step between them.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/printable.h"
#include "compare/layout_parts.h"
#include "compare/version_order.h"

namespace wbtrace::compare {

namespace {

struct Point {
    std::string label;
    const Cell* cell;
};

std::vector<Point> points_of(const Comparison& comparison, const Row& row) {
    std::vector<Point> points;
    for (std::size_t i = 0; i < row.cells.size(); ++i)
        if (row.cells[i].summary) points.push_back({comparison.labels[i], &row.cells[i]});
    std::stable_sort(points.begin(), points.end(), [](const Point& one, const Point& other) {
        return is_earlier(one.label, other.label);
    });
    return points;
}

std::vector<double> values_of(const std::vector<Point>& points, std::size_t from, std::size_t to) {
    std::vector<double> values;
    for (std::size_t i = from; i < to; ++i)
        values.insert(values.end(), points[i].cell->values.begin(), points[i].cell->values.end());
    return values;
}

/// The sum of squares between the two sides when the points are cut before `at`.
double apart(const std::vector<Point>& points, std::size_t at) {
    const auto before = values_of(points, 0, at), after = values_of(points, at, points.size());
    const auto n = static_cast<double>(before.size()), m = static_cast<double>(after.size());
    const double distance = summary_of(before).mean - summary_of(after).mean;
    return n * m / (n + m) * distance * distance;
}

std::string step_text(const std::vector<Point>& points, double level) {
    if (points.size() < 2) return {};
    std::size_t best = 1;
    for (std::size_t at = 2; at < points.size(); ++at)
        if (apart(points, at) > apart(points, best)) best = at;
    const auto before = values_of(points, 0, best), after = values_of(points, best, points.size());
    const auto p = welch(before, after);
    if (!p) return "no step can be told: it takes two values on both sides\n";
    // The place was chosen for its distance among all of them: so many tests were made.
    if (*p * static_cast<double>(points.size() - 1) >= level) return "no step\n";
    const double from = summary_of(before).mean, to = summary_of(after).mean;
    return fmt::format("step between {} and {}: mean {} -> {}{}\n",
                       printable(points[best - 1].label), printable(points[best].label),
                       short_number(from), short_number(to),
                       from == 0 ? "" : fmt::format(" ({:+.1f}%)", 100 * (to - from) / from));
}

std::string series_table(const Comparison& comparison, const Row& row) {
    const auto points = points_of(comparison, row);
    std::size_t columns = 0;
    for (const auto& point : points)
        columns = std::max(columns, display_width(printable(point.label)));
    auto text = with_unit(row.metric);
    if (!row.case_name.empty()) text += "  " + printable(row.case_name);
    text += "\n";
    for (std::size_t i = 0; i < points.size(); ++i) {
        const auto& now = *points[i].cell->summary;
        const double before = i == 0 ? 0 : points[i - 1].cell->summary->mean;
        text +=
            fmt::format("  {}  {:>10}  {:>8}  {}\n", left(printable(points[i].label), columns),
                        short_number(now.mean),
                        before == 0 ? "" : fmt::format("{:+.1f}%", 100 * (now.mean / before - 1)),
                        now.count == 1 ? "1 run" : fmt::format("{} runs", now.count));
    }
    return text + step_text(points, comparison.question.level);
}

}  // namespace

std::string series_text(const Comparison& comparison) {
    std::string text;
    for (const auto& metric : table_metrics(comparison))
        for (const Row* row : comparison.rows_of(metric))
            text += (text.empty() ? "" : "\n") + series_table(comparison, *row);
    return text;
}

}  // namespace wbtrace::compare
