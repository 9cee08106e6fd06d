// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "top/order.h"

#include <string.h>

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <utility>

namespace wbtrace::top {

namespace {

/// What a row is compared by.
struct SortKey {
    const Row* row = nullptr;
    std::optional<double> number;
    std::string_view text;
};

bool stands_before(const SortKey& a, const SortKey& b) {
    if (a.number.has_value() != b.number.has_value()) return a.number.has_value();
    if (a.number && *a.number != *b.number) return *a.number > *b.number;
    return a.text < b.text;
}

/// Siblings in order, each followed by what lies beneath it.
class Tree {
public:
    explicit Tree(const std::vector<SortKey>& keys) {
        std::set<std::string_view> known;
        for (const auto& key : keys) known.insert(key.row->key);
        for (const auto& key : keys) {
            const auto& above = key.row->beneath;
            const bool has_above = !above.empty() && known.count(above) != 0;
            beneath_[has_above ? std::string_view(above) : std::string_view()].push_back(key.row);
        }
    }

    std::vector<PlacedRow> walk() {
        add("", 0);
        return std::move(placed_);
    }

private:
    // A device is taken once, so that names that form a circle end.
    void add(std::string_view above, unsigned depth) {
        const auto group = beneath_.find(above);
        if (group == beneath_.end()) return;
        const auto rows = std::move(group->second);
        beneath_.erase(group);
        for (const Row* row : rows) {
            placed_.push_back({row, depth});
            add(row->key, depth + 1);
        }
    }

    std::map<std::string_view, std::vector<const Row*>> beneath_;
    std::vector<PlacedRow> placed_;
};

/// Trees of their own: one that ended beneath another one would else push off what comes after
/// it, and one that lives would go down with what it lay beneath.
std::vector<PlacedRow> ended_behind(std::vector<SortKey> keys) {
    const auto ended = std::stable_partition(keys.begin(), keys.end(),
                                             [](const auto& key) { return !key.row->ended; });
    auto placed = Tree({keys.begin(), ended}).walk();
    const auto faded = Tree({ended, keys.end()}).walk();
    placed.insert(placed.end(), faded.begin(), faded.end());
    return placed;
}

}  // namespace

bool named_like(const Row& row, const std::string& text) {
    return ::strcasestr(row.name.c_str(), text.c_str()) != nullptr;
}

std::vector<PlacedRow> rows_in_order(const History& history, const ViewState& state,
                                     std::size_t room) {
    const Table& table = history.table(state.pane);
    const std::size_t column = sort_column(state);
    std::vector<SortKey> keys;
    for (const Row& row : table.rows) {
        if (!named_like(row, state.here().filter)) continue;
        keys.push_back({&row, history.smoothed(state.pane, row.key, column),
                        column < row.values.size() ? std::string_view(row.values[column].text)
                                                   : std::string_view()});
    }
    std::stable_sort(keys.begin(), keys.end(), stands_before);
    if (state.here().reversed) std::reverse(keys.begin(), keys.end());
    std::stable_partition(keys.begin(), keys.end(), [](const auto& key) { return !key.row->last; });
    // What fits altogether pushes nothing off, and keeps its place while it fades.
    if (keys.size() <= std::min(room, state.most_rows.value_or(room))) return Tree(keys).walk();
    return ended_behind(std::move(keys));
}

std::size_t chosen_place(const std::vector<PlacedRow>& rows, const ViewState& state) {
    const auto& chosen = state.here().chosen;
    for (std::size_t i = 0; i < rows.size(); ++i)
        if (rows[i].row->key == chosen) return i;
    return 0;
}

}  // namespace wbtrace::top
