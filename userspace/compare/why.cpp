// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "compare/why.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>
#include <utility>

#include "compare/figure_table.h"

namespace wbtrace::compare {

namespace {

constexpr double least_octaves = 0.07;  // 5 %
constexpr double most_octaves = 64;     // from or to nothing

double octaves_between(double base, double fresh) {
    if (base == fresh) return 0;
    if (base <= 0 || fresh <= 0) return most_octaves;
    return std::min(most_octaves, std::fabs(std::log2(fresh / base)));
}

/// What moved less than this is noise of counting, whatever the test says.
bool has_moved(const Row& row, std::size_t group) {
    const Cell& cell = row.cells[group];
    return cell.change.significant &&
           octaves_between(row.cells[0].summary->mean, cell.summary->mean) >= least_octaves;
}

/// To a tenth, so that what moved alike stays in the order of the path.
int rank_of(const Moved& moved) { return static_cast<int>(std::lround(moved.octaves * 10)); }

/// A setting, by the end of its name, and the stage that it is for.
constexpr std::pair<std::string_view, std::string_view> stage_settings[] = {
    {".nomerges", "merging"},
    {".read_ahead_kb", "read size"},
    {".max_sectors_kb", "splitting"},
    {".max_segments", "splitting"},
    {".scheduler", "queueing of writes"},
    {".scheduler", "queueing of reads"},
    {".nr_requests", "queue depth"},
    {".wbt_lat_usec", "queueing of writes"},
    {"vm.dirty_bytes", "dirty throttling"},
    {"vm.dirty_ratio", "dirty throttling"},
    {"vm.dirty_background_bytes", "writeback"},
    {"vm.dirty_background_ratio", "writeback"},
};

std::string differing_setting(const std::vector<Difference>& differences, std::string_view stage) {
    for (const auto& difference : differences)
        for (const auto& [ending, of] : stage_settings)
            if (of == stage && difference.setting.ends_with(ending)) return difference.setting;
    return {};
}

using CaseRows = std::vector<const Row*>;

/// The rows come in the order of the table.
void add_stages(const Comparison& comparison, const CaseRows& rows, Why& why) {
    for (const Row* row : rows) {
        const Figure* figure = figure_named(row->metric);
        if (figure == nullptr || figure->stage == nullptr) continue;
        if (!row->cells[0].summary || !row->cells[why.group].summary) continue;
        const double base = row->cells[0].summary->mean;
        const double fresh = row->cells[why.group].summary->mean;
        if (has_moved(*row, why.group))
            why.stages.push_back({figure->stage, figure->what, figure->unit, base, fresh,
                                  octaves_between(base, fresh),
                                  differing_setting(comparison.differences, figure->stage)});
        else if (base != 0 || fresh != 0 || figure->set == Set::throttle)
            why.insignificant.emplace_back(figure->stage);
    }
    std::stable_sort(why.stages.begin(), why.stages.end(), [](const Moved& one, const Moved& two) {
        if (one.setting.empty() != two.setting.empty()) return two.setting.empty();
        return rank_of(one) > rank_of(two);
    });
}

double more(const Row& row, std::size_t group) {
    const auto& base = row.cells[0].summary;
    const auto& fresh = row.cells[group].summary;
    return base && fresh ? fresh->mean - base->mean : 0;
}

/// The parts add up to the threads' time, so the changes do, too.
void add_times(const CaseRows& rows, Why& why) {
    constexpr double least_share = 0.1;
    double all = 0;
    std::vector<TimeShare> parts;
    for (const Row* row : rows) {
        if (!row->metric.starts_with("time.")) continue;
        parts.push_back({row->metric.substr(5), more(*row, why.group), 0});
        all += parts.back().seconds;
    }
    for (TimeShare& part : parts) part.share = all == 0 ? 0 : part.seconds / all;
    std::erase_if(parts, [](const TimeShare& part) { return part.share < least_share; });
    std::stable_sort(parts.begin(), parts.end(), [](const TimeShare& one, const TimeShare& two) {
        return one.share > two.share;
    });
    why.times = std::move(parts);
}

bool is_outcome(const std::string& metric) {
    const Figure* figure = figure_named(metric);
    return figure == nullptr ? !metric.starts_with("time.") : figure->stage == nullptr;
}

Why why_of(const Comparison& comparison, const CaseRows& rows, std::size_t group) {
    Why why;
    why.case_name = rows.front()->case_name;
    why.group = group;
    bool runtime_changed = false;
    for (const Row* row : rows) {
        if (!row->cells[group].change.significant) continue;
        if (is_outcome(row->metric)) why.outcomes.push_back(row->metric);
        runtime_changed = runtime_changed || row->metric == "runtime";
    }
    add_stages(comparison, rows, why);
    if (runtime_changed) add_times(rows, why);
    return why;
}

}  // namespace

std::vector<Why> reasons(const Comparison& comparison) {
    std::map<std::string, CaseRows> cases;
    for (const Row& row : comparison.rows) cases[row.case_name].push_back(&row);
    std::vector<Why> found;
    for (const auto& [name, rows] : cases)
        for (std::size_t group = 1; group < comparison.labels.size(); ++group) {
            auto why = why_of(comparison, rows, group);
            if (!why.outcomes.empty() || !why.stages.empty()) found.push_back(std::move(why));
        }
    return found;
}

}  // namespace wbtrace::compare
