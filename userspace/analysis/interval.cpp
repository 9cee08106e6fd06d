// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "analysis/interval.h"

#include <algorithm>
#include <array>
#include <concepts>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "analysis/interval_fields.h"

namespace wbtrace::analysis {

namespace {

/// Subtracts what an earlier snapshot had, member by member.
struct Subtract {
    template <typename T>
    void operator()(Latest<T>, Latest<const T>) const {}
    template <typename T>
    void operator()(Key<T>, Key<const T>) const {}

    // Counters only grow; should one not, 0 is nearer to the truth than 2^64.
    void operator()(std::uint64_t& to, std::uint64_t older) const { to -= std::min(to, older); }

    void operator()(model::Histogram& to, const model::Histogram& older) const {
        to = to.since(older);
    }

    template <typename T, std::size_t n>
    void operator()(std::array<T, n>& to, const std::array<T, n>& older) const {
        for (std::size_t i = 0; i < n; ++i) (*this)(to[i], older[i]);
    }

    template <typename T>
    void operator()(std::optional<T>& to, const std::optional<T>& older) const {
        if (to && older) (*this)(*to, *older);
    }

    template <typename Row>
    void operator()(std::vector<Row>& rows, const std::vector<Row>& older) const;

    template <typename Struct>
    requires requires(Struct& any) { fields(any); }
    void operator()(Struct& to, const Struct& older) const {
        const auto each = [this]<std::size_t... at>(auto mine, auto its,
                                                    std::index_sequence<at...>) {
            ((*this)(std::get<at>(mine), std::get<at>(its)), ...);
        };
        auto mine = fields(to);
        each(mine, fields(older), std::make_index_sequence<std::tuple_size_v<decltype(mine)>>());
    }
};

/// Whether nothing was counted.
struct Idle {
    template <typename T>
    bool operator()(Latest<T>) const {
        return true;
    }
    template <typename T>
    bool operator()(Key<T>) const {
        return true;
    }
    bool operator()(std::uint64_t count) const { return count == 0; }
    bool operator()(const model::Histogram& histogram) const { return histogram.empty(); }
    template <typename T, std::size_t n>
    bool operator()(const std::array<T, n>& all) const {
        return std::all_of(all.begin(), all.end(), *this);
    }
    template <typename T>
    bool operator()(const std::optional<T>& value) const {
        return !value || (*this)(*value);
    }
    template <typename Row>
    bool operator()(const std::vector<Row>& rows) const {
        return std::all_of(rows.begin(), rows.end(), *this);
    }
    template <typename Struct>
    requires requires(Struct& any) { fields(any); }
    bool operator()(const Struct& one) const {
        return std::apply([this](auto&&... each) { return ((*this)(each) && ...); }, fields(one));
    }
};

/// Rows that were folded in between are part of the row "other" now, with all that they had before.
template <typename Row>
void take_folded(const Subtract& subtract, std::vector<Row>& rows, const std::vector<Row>& older) {
    const auto other =
        std::find_if(rows.begin(), rows.end(), [](const Row& row) { return holds_folded(row); });
    if (other == rows.end()) return;
    std::set<decltype(key_of(older.front()))> here;
    for (const Row& row : rows) here.insert(key_of(row));
    for (const Row& row : older)
        if (here.count(key_of(row)) == 0) subtract(*other, row);
}

template <typename Row>
void Subtract::operator()(std::vector<Row>& rows, const std::vector<Row>& older) const {
    if constexpr (requires(const Row& row) { holds_folded(row); }) take_folded(*this, rows, older);
    std::map<decltype(key_of(older.front())), const Row*> before;
    for (const Row& row : older) before.emplace(key_of(row), &row);
    std::vector<Row> left;
    for (Row& row : rows) {
        const auto known = before.find(key_of(row));
        if (known != before.end()) (*this)(row, *known->second);
        constexpr IdleRow rule = idle_row<Row>();
        const bool vanishes = rule == IdleRow::vanishes_when_known ? known != before.end()
                              : rule == IdleRow::vanishes          ? Idle{}(row)
                                                                   : false;
        if (!vanishes) left.push_back(std::move(row));
    }
    std::stable_sort(left.begin(), left.end(),
                     [](const Row& a, const Row& b) { return weight(a) > weight(b); });
    rows = std::move(left);
}

/// How time on a CPU is split is an estimate, that of short lives changes with the ticks of all:
/// only wall time tells whether a thread did anything, and the parts have to make it.
void settle(model::TimeBudget& budget) {
    using model::TimePart;
    std::erase_if(budget.rows, [](const auto& row) { return row.wall_ns == 0; });
    budget.parts = {};
    for (auto& row : budget.rows) {
        auto& parts = row.parts;
        const auto off_cpu = parts[TimePart::runnable] + parts.asleep();
        const auto cpu_ns = row.wall_ns - std::min(row.wall_ns, off_cpu);
        parts.take_from_sleep(off_cpu - std::min(row.wall_ns, off_cpu));
        parts[TimePart::cpu_kernel] = std::min(parts[TimePart::cpu_kernel], cpu_ns);
        parts[TimePart::cpu_user] = cpu_ns - parts[TimePart::cpu_kernel];
        budget.parts += parts;
    }
}

}  // namespace

model::Snapshot interval_between(const model::Snapshot& older, model::Snapshot newer,
                                 std::uint64_t number) {
    model::IntervalFigures interval;
    interval.number = number;
    interval.start_ns = older.capture.duration_ns;
    interval.end_ns = newer.capture.duration_ns;
    newer.interval = interval;
    Subtract{}(newer, older);
    if (newer.time_budget) settle(*newer.time_budget);
    return newer;
}

void mark_as_whole(model::Snapshot& snapshot, std::uint64_t intervals) {
    model::IntervalFigures whole;
    whole.number = intervals;
    whole.whole = true;
    whole.end_ns = snapshot.capture.duration_ns;
    snapshot.interval = whole;
}

}  // namespace wbtrace::analysis
