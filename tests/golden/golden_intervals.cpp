// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// The difference of snapshots, held against what a JSON report tells of them: for every golden
// snapshot b and one other a, b - 0 is b, and (a + b) - a is b.
#include <iostream>

#include <nlohmann/json.hpp>

#include "analysis/interval.h"
#include "analysis/interval_fields.h"
#include "tests/golden/snapshots.h"
#include "views/json_report.h"

namespace {

using nlohmann::json;
using wbtrace::model::Histogram;
using wbtrace::model::Snapshot;
namespace analysis = wbtrace::analysis;

/// What would have been counted if both had happened, b the later one.
struct Add {
    template <typename T>
    void operator()(analysis::Latest<T> to, analysis::Latest<const T> b) const {
        to.value = b.value;
    }
    template <typename T>
    void operator()(analysis::Key<T>, analysis::Key<const T>) const {}
    void operator()(std::uint64_t& to, std::uint64_t b) const { to += b; }
    void operator()(Histogram& to, const Histogram& b) const { to.merge(b); }
    template <typename T, std::size_t n>
    void operator()(std::array<T, n>& to, const std::array<T, n>& b) const {
        for (std::size_t i = 0; i < n; ++i) (*this)(to[i], b[i]);
    }
    template <typename T>
    void operator()(std::optional<T>& to, const std::optional<T>& b) const {
        if (to && b)
            (*this)(*to, *b);
        else
            to = b;
    }
    template <typename Row>
    void operator()(std::vector<Row>& to, const std::vector<Row>& b) const {
        const std::vector<Row> before = std::exchange(to, b);
        for (Row& row : to)
            for (const Row& same : before)
                if (analysis::key_of(same) == analysis::key_of(row)) {
                    Row sum = same;
                    (*this)(sum, std::as_const(row));
                    row = sum;
                }
    }
    template <typename Struct>
    requires requires(Struct& any) { analysis::fields(any); }
    void operator()(Struct& to, const Struct& b) const {
        const auto each = [this]<std::size_t... at>(auto mine, auto its,
                                                    std::index_sequence<at...>) {
            ((*this)(std::get<at>(mine), std::get<at>(its)), ...);
        };
        auto mine = analysis::fields(to);
        each(mine, analysis::fields(b),
             std::make_index_sequence<std::tuple_size_v<decltype(mine)>>());
    }
};

/// All but what a histogram of an interval only knows to 1/16.
json exact_part(json node) {
    if (node.is_object())
        for (const char* bound : {"min", "max", "p50", "p90", "p99", "p999"}) node.erase(bound);
    if (node.is_structured())
        for (auto& below : node) below = exact_part(below);
    return node;
}

json exact_json(Snapshot snapshot) {
    snapshot.interval.reset();  // its own, and that of the difference
    return exact_part(json::parse(wbtrace::views::json_report(snapshot)));
}

/// As a trace would have filled it: each device has its own slot.
Snapshot with_slots(Snapshot snapshot) {
    std::uint32_t slot = 0;
    for (auto& device : snapshot.devices) device.slot = slot++;
    return snapshot;
}

int differs(const std::string& what, const json& expected, const json& found) {
    if (expected == found) return 0;
    std::cout << "FAIL " << what << ": " << json::diff(expected, found).dump(1) << "\n";
    return 1;
}

}  // namespace

int main() {
    auto a = with_slots(wbtrace::golden::throttled());
    a.writeback->largest.clear();  // a work is in one interval only
    int failures = 0;
    for (const auto& one : wbtrace::golden::cases()) {
        const auto b = with_slots(one.snapshot);
        auto sum = a;
        Add{}(sum, b);
        const auto part = analysis::interval_between(a, sum, 2);
        failures += differs(one.name + " - 0", exact_json(b),
                            exact_json(analysis::interval_between({}, b, 1)));
        failures += differs("(a + " + one.name + ") - a", exact_json(b), exact_json(part));
    }
    std::cout << failures << " failures\n";
    return failures == 0 ? 0 : 1;
}
