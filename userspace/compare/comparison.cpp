// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "compare/comparison.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <set>
#include <utility>

#include "base/printable.h"
#include "compare/differences.h"
#include "compare/figure_table.h"
#include "compare/why.h"

namespace wbtrace::compare {

namespace {

std::set<std::string> case_names(const std::vector<Group>& groups) {
    std::set<std::string> names;
    for (const Group& group : groups)
        for (const auto& [name, runs] : group.cases) names.insert(name);
    return names;
}

/// Those of the table first, in its order.
std::vector<std::string> known_metrics(const std::vector<Group>& groups) {
    std::set<std::string> all;
    for (const Group& group : groups)
        for (const auto& [name, runs] : group.cases)
            for (const Run& run : runs)
                for (const auto& [metric, values] : run.figures) all.insert(metric);
    std::vector<std::string> metrics;
    for (const Figure& figure : figure_table())
        if (all.erase(figure.name) != 0) metrics.emplace_back(figure.name);
    metrics.insert(metrics.end(), all.begin(), all.end());
    return metrics;
}

Cell cell_of(const Group& group, const std::string& case_name, const std::string& metric) {
    Cell cell;
    const auto found = group.cases.find(case_name);
    if (found == group.cases.end()) return cell;
    for (const Run& run : found->second) {
        const auto figure = run.figures.find(metric);
        if (figure != run.figures.end())
            cell.values.insert(cell.values.end(), figure->second.begin(), figure->second.end());
    }
    if (!cell.values.empty()) cell.summary = summary_of(cell.values);
    return cell;
}

Change change_of(const Cell& base, const Cell& fresh, const std::string& metric, Test test) {
    Change change;
    if (!base.summary || !fresh.summary) return change;
    if (base.summary->mean != 0)
        change.percent =
            100 * (fresh.summary->mean - base.summary->mean) / std::fabs(base.summary->mean);
    change.p = test == Test::welch ? welch(base.values, fresh.values, rounding_of(metric))
                                   : mann_whitney(base.values, fresh.values);
    change.ratio = ratio_interval(base.values, fresh.values);
    return change;
}

/// The metrics of one case in one group are a family: what is looked at together.
void correct_family(const std::vector<Change*>& family, double level) {
    std::vector<double> p;
    for (const Change* change : family) p.push_back(*change->p);
    p = holm(std::move(p));
    for (std::size_t i = 0; i < family.size(); ++i) {
        family[i]->p = p[i];
        family[i]->significant = p[i] < level;
    }
}

/// The parts of the time budget explain a change and make no claim of their own, unless asked for.
bool is_claim(const std::string& metric, const Question& question) {
    const auto& asked = question.metrics;
    return !metric.starts_with("time.") ||
           std::find(asked.begin(), asked.end(), metric) != asked.end();
}

void correct_all(std::vector<Row>& rows, const Question& question) {
    std::map<std::pair<std::string, std::size_t>, std::vector<Change*>> families;
    for (Row& row : rows)
        for (std::size_t group = 1; group < row.cells.size(); ++group) {
            Change& change = row.cells[group].change;
            if (!is_claim(row.metric, question)) change.p.reset();
            if (change.p) families[{row.case_name, group}].push_back(&change);
        }
    for (const auto& [of, family] : families) correct_family(family, question.level);
}

std::vector<Row> all_rows(const std::vector<Group>& groups, const Question& question) {
    const auto cases = case_names(groups);
    std::vector<Row> rows;
    for (const auto& metric : known_metrics(groups))
        for (const auto& case_name : cases) {
            Row row{metric, case_name, {}};
            for (const Group& group : groups)
                row.cells.push_back(cell_of(group, case_name, metric));
            for (std::size_t i = 1; i < row.cells.size(); ++i)
                row.cells[i].change = change_of(row.cells[0], row.cells[i], metric, question.test);
            rows.push_back(std::move(row));
        }
    return rows;
}

bool is_all_zero(const Row& row) {
    return std::all_of(row.cells.begin(), row.cells.end(), [](const Cell& cell) {
        return !cell.summary || (cell.summary->mean == 0 && cell.summary->stddev == 0);
    });
}

/// Nothing was asked for: whatever is not always 0. The parts of the time budget are for the
/// reasons.
std::vector<std::string> interesting(const std::vector<Row>& rows) {
    std::vector<std::string> metrics;
    for (const Row& row : rows)
        if (!is_all_zero(row) && !row.metric.starts_with("time.") &&
            (metrics.empty() || metrics.back() != row.metric))
            metrics.push_back(row.metric);
    return metrics;
}

Result<std::vector<std::string>> shown_metrics(const std::vector<Row>& rows,
                                               const Question& question) {
    if (question.metrics.empty()) return interesting(rows);
    std::set<std::string> known;
    for (const Row& row : rows) known.insert(row.metric);
    std::vector<std::string> shown;
    for (const auto& word : question.metrics) {
        const auto before = shown.size();
        if (const auto set = set_named(word)) {
            for (const Figure& figure : figure_table())
                if (figure.set == *set && known.count(figure.name) != 0)
                    shown.emplace_back(figure.name);
        } else if (known.count(word) != 0) {
            shown.push_back(word);
        }
        if (shown.size() == before)
            return fail(fmt::format("no run has the metric '{}'", brief(word)),
                        "--layout json without --metric shows all there are");
    }
    return shown;
}

}  // namespace

std::vector<const Row*> Comparison::rows_of(const std::string& metric) const {
    std::vector<const Row*> found;
    for (const Row& one : rows)
        if (one.metric == metric) found.push_back(&one);
    return found;
}

const Row* Comparison::row(const std::string& metric, const std::string& case_name) const {
    for (const Row& one : rows)
        if (one.metric == metric && one.case_name == case_name) return &one;
    return nullptr;
}

Result<Comparison> compared(const std::vector<Group>& groups, Question question) {
    Comparison comparison;
    comparison.rows = all_rows(groups, question);
    auto shown = shown_metrics(comparison.rows, question);
    if (!shown) return tl::unexpected(shown.error());
    comparison.shown = std::move(*shown);
    comparison.question = std::move(question);
    for (const Group& group : groups) comparison.labels.push_back(group.label);
    correct_all(comparison.rows, comparison.question);
    for (const Row& row : comparison.rows)
        for (const Cell& cell : row.cells) comparison.tested |= cell.change.p.has_value();
    comparison.differences = differences_of(groups);
    comparison.warnings = warnings_about(groups);
    comparison.why = reasons(comparison);
    if (comparison.question.histograms) comparison.shifts = shifts_of(groups);
    return comparison;
}

}  // namespace wbtrace::compare
