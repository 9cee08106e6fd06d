// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <nlohmann/json.hpp>

#include "compare/figure_table.h"
#include "compare/layout_parts.h"

namespace wbtrace::compare {

namespace {

using Ordered = nlohmann::ordered_json;

Ordered json_interval(const std::optional<Interval>& interval) {
    if (!interval) return nullptr;
    return {{"low", interval->low}, {"high", interval->high}};
}

Ordered json_change(const Change& change) {
    Ordered json;
    json["percent"] = change.percent ? Ordered(*change.percent) : Ordered(nullptr);
    json["p"] = change.p ? Ordered(*change.p) : Ordered(nullptr);
    json["significant"] = change.significant;
    json["ratio"] = json_interval(change.ratio);
    return json;
}

Ordered json_cell(const Cell& cell, const std::string& label, bool is_base) {
    Ordered json;
    json["group"] = label;
    json["values"] = cell.values;
    for (const char* key : {"mean", "stddev", "median"}) json[key] = nullptr;
    if (cell.summary) {
        json["mean"] = cell.summary->mean;
        if (cell.summary->count > 1) json["stddev"] = cell.summary->stddev;
        json["median"] = cell.summary->median;
    }
    json["change"] = is_base ? Ordered(nullptr) : json_change(cell.change);
    return json;
}

Ordered json_why(const Comparison& comparison, const Why& why) {
    Ordered json;
    json["case"] = why.case_name;
    json["group"] = comparison.labels[why.group];
    json["changed"] = why.outcomes;
    json["stages"] = Ordered::array();
    for (const auto& moved : why.stages)
        json["stages"].push_back(
            {{"stage", moved.stage},
             {"figure", moved.what},
             {"unit", moved.unit},
             {"base", moved.base},
             {"new", moved.fresh},
             {"octaves", moved.octaves},
             {"setting", moved.setting.empty() ? Ordered(nullptr) : Ordered(moved.setting)}});
    json["times"] = Ordered::array();
    for (const auto& part : why.times)
        json["times"].push_back(
            {{"part", part.part}, {"seconds", part.seconds}, {"share", part.share}});
    json["insignificant"] = why.insignificant;
    return json;
}

Ordered json_row(const Comparison& comparison, const Row& row) {
    Ordered json{{"metric", row.metric}, {"unit", unit_of(row.metric)}, {"case", row.case_name}};
    json["groups"] = Ordered::array();
    for (std::size_t i = 0; i < row.cells.size(); ++i)
        json["groups"].push_back(json_cell(row.cells[i], comparison.labels[i], i == 0));
    return json;
}

Ordered json_shift(const Comparison& comparison, const HistogramShift& shift) {
    Ordered json{{"histogram", shift.of->name},
                 {"unit", shift.of->unit},
                 {"case", shift.case_name},
                 {"group", comparison.labels[shift.group]},
                 {"distance_octaves", shift.octaves}};
    json["quantiles"] = Ordered::array();
    for (const auto& one : shift.quantiles)
        json["quantiles"].push_back({{"quantile", one.quantile},
                                     {"base", one.base},
                                     {"new", one.fresh},
                                     {"ratio", json_interval(one.ratio)}});
    return json;
}

}  // namespace

std::string json_text(const Comparison& comparison) {
    Ordered json;
    json["schema"] = "wbtrace.comparison/1";
    json["groups"] = comparison.labels;
    json["test"] = {{"name", comparison.question.test == Test::welch ? "welch" : "mann-whitney"},
                    {"level", comparison.question.level},
                    {"correction", "holm"},
                    {"bootstrap_seed", bootstrap_seed}};
    json["warnings"] = comparison.warnings;
    json["differences"] = Ordered::array();
    for (const auto& difference : comparison.differences)
        json["differences"].push_back(
            {{"setting", difference.setting}, {"values", difference.values}});
    json["rows"] = Ordered::array();
    for (const auto& metric : comparison.shown)
        for (const Row* row : comparison.rows_of(metric))
            json["rows"].push_back(json_row(comparison, *row));
    json["histograms"] = Ordered::array();
    for (const auto& shift : comparison.shifts)
        json["histograms"].push_back(json_shift(comparison, shift));
    json["why"] = Ordered::array();
    for (const Why& why : comparison.why) json["why"].push_back(json_why(comparison, why));
    return json.dump(2, ' ', false, Ordered::error_handler_t::replace) + "\n";
}

}  // namespace wbtrace::compare
