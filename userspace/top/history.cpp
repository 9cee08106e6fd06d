// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "top/history.h"

#include <algorithm>
#include <bit>
#include <set>
#include <utility>

#include "top/loss_text.h"
#include "views/device_figures.h"

namespace wbtrace::top {

namespace {

std::optional<double> mean_of(const std::optional<double>& before,
                              const std::optional<double>& now) {
    if (!before || !now) return now;
    return (*before + *now) / 2;
}

/// It fades for one interval: its name stays, its figures are over.
Row ended(Row row) {
    row.ended = true;
    for (Value& value : row.values) value.number.reset();
    return row;
}

void add_ended_rows(const Table& before, Table& now) {
    std::set<std::string> here;
    for (const Row& row : now.rows) here.insert(row.key);
    for (const Row& row : before.rows)
        if (!row.ended && here.count(row.key) == 0) now.rows.push_back(ended(row));
}

void add_times(const model::Histogram& ns, HeatColumn& to) {
    for (const auto& bucket : ns.buckets()) {
        const auto band = std::bit_width(bucket.ge) == 0 ? 0 : std::bit_width(bucket.ge) - 1;
        to.requests[std::min<std::size_t>(static_cast<std::size_t>(band), heat_bands - 1)] +=
            static_cast<std::uint32_t>(std::min<std::uint64_t>(bucket.count, UINT32_MAX / 4));
    }
}

}  // namespace

void History::advance(const Moment& moment) {
    ++intervals_;
    for (const PaneRow& row : panes())
        advance(panes_[static_cast<std::size_t>(row.pane)], row.table(moment), row.sort);
    add_heat(moment.interval);
    losses_ = losses_that_happened(moment.whole.capture.lost);
}

void History::advance(PanePast& past, Table table, std::size_t course_column) {
    add_ended_rows(past.table, table);
    std::map<std::string, Past> rows;
    for (const Row& row : table.rows) {
        auto known = past.rows.find(row.key);
        Past mine = known != past.rows.end() ? std::move(known->second) : Past{};
        mine.smoothed.resize(row.values.size());
        // One that ended keeps its place while it fades.
        for (std::size_t i = 0; i < row.values.size() && !row.ended; ++i)
            mine.smoothed[i] = mean_of(mine.smoothed[i], row.values[i].number);
        mine.course.push_back(static_cast<float>(row.values[course_column].number.value_or(0)));
        if (mine.course.size() > most_intervals) mine.course.pop_front();
        rows.emplace(row.key, std::move(mine));
    }
    past.rows = std::move(rows);
    past.table = std::move(table);
}

void History::add_heat(const model::Snapshot& interval) {
    for (const auto& device : interval.devices) {
        HeatColumn column;
        column.interval = intervals_;
        for (const auto op : {model::Op::read, model::Op::write})
            add_times(views::device_time_ns(device, static_cast<std::size_t>(op)), column);
        const auto& counts = column.requests;
        if (std::all_of(counts.begin(), counts.end(), [](auto n) { return n == 0; })) continue;
        heat_[device_key(device)].push_back(column);
    }
    for (auto& [device, columns] : heat_)
        while (!columns.empty() && columns.front().interval + most_intervals <= intervals_)
            columns.pop_front();
    std::erase_if(heat_, [](const auto& device) { return device.second.empty(); });
}

const Table& History::table(Pane pane) const {
    return panes_[static_cast<std::size_t>(pane)].table;
}

std::optional<double> History::smoothed(Pane pane, const std::string& key,
                                        std::size_t column) const {
    const auto& rows = panes_[static_cast<std::size_t>(pane)].rows;
    const auto known = rows.find(key);
    if (known == rows.end() || column >= known->second.smoothed.size()) return std::nullopt;
    return known->second.smoothed[column];
}

std::vector<double> History::course(Pane pane, const std::string& key) const {
    const auto& rows = panes_[static_cast<std::size_t>(pane)].rows;
    const auto known = rows.find(key);
    if (known == rows.end()) return {};
    return {known->second.course.begin(), known->second.course.end()};
}

const std::deque<HeatColumn>& History::heat(const std::string& device) const {
    const auto known = heat_.find(device);
    return known == heat_.end() ? no_heat_ : known->second;
}

}  // namespace wbtrace::top
