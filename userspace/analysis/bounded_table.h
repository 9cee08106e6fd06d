// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <unordered_map>
#include <vector>

namespace wbtrace::analysis {

/// Rows by key, never more than a limit. When it is full, an eighth of the rows is
/// folded into one, "other": of those that were not used lately, the ones with the
/// least weight. The sum over all rows and `other` therefore never changes, and memory
/// stays flat. A key that comes back after that gets a new row.
///
/// A Row is added to another with += and has a weight().
template <typename Key, typename Row, typename Hash = std::hash<Key>>
class BoundedTable {
public:
    explicit BoundedTable(std::size_t limit) : limit_(std::max<std::size_t>(limit, 1)) {
        rows_.reserve(std::min<std::size_t>(limit_, 64));
    }

    /// The row of this key, made when there is none. The reference holds until the next call.
    Row& at(const Key& key) {
        auto found = rows_.find(key);
        if (found == rows_.end()) {
            if (rows_.size() >= limit_) fold();
            found = rows_.try_emplace(key).first;
        }
        found->second.used = ++uses_;
        return found->second.row;
    }

    /// Null when there is none; does not count as a use.
    [[nodiscard]] Row* find(const Key& key) {
        const auto found = rows_.find(key);
        return found == rows_.end() ? nullptr : &found->second.row;
    }

    template <typename Function>
    void for_each(Function function) const {
        for (const auto& [key, entry] : rows_) function(key, entry.row);
    }

    [[nodiscard]] std::size_t size() const { return rows_.size(); }
    [[nodiscard]] const Row& other() const { return other_; }
    [[nodiscard]] std::uint64_t folded() const { return folded_; }  ///< rows that `other` holds

private:
    struct Entry {
        Row row{};
        std::uint64_t used = 0;
    };

    void fold() {
        std::vector<typename std::unordered_map<Key, Entry, Hash>::iterator> candidates;
        candidates.reserve(rows_.size());
        for (auto row = rows_.begin(); row != rows_.end(); ++row) candidates.push_back(row);
        const auto keep_first = [&](std::size_t count, auto before) {
            const auto end = candidates.begin() + static_cast<std::ptrdiff_t>(count);
            std::nth_element(candidates.begin(), end, candidates.end(), before);
            candidates.erase(end, candidates.end());
        };
        // At least one goes, also from a table of one row.
        keep_first((rows_.size() + 1) / 2,
                   [](auto a, auto b) { return a->second.used < b->second.used; });
        keep_first(std::min(candidates.size(), std::max<std::size_t>(rows_.size() / 8, 1)),
                   [](auto a, auto b) { return a->second.row.weight() < b->second.row.weight(); });
        for (const auto& row : candidates) {
            other_ += row->second.row;
            ++folded_;
            rows_.erase(row);
        }
    }

    std::size_t limit_;
    std::unordered_map<Key, Entry, Hash> rows_;
    Row other_{};
    std::uint64_t folded_ = 0;
    std::uint64_t uses_ = 0;
};

/// Mixes the parts of a key, so that neighbouring numbers fall apart.
constexpr std::size_t mix(std::uint64_t seed, std::uint64_t value) {
    std::uint64_t mixed = (seed ^ value) * 0x9e3779b97f4a7c15ULL;
    return mixed ^ (mixed >> 32);
}

}  // namespace wbtrace::analysis
