// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "plan/spelling.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <vector>

namespace wbtrace::plan {

namespace {

constexpr std::size_t longest_word = 64;

/// Letters to insert, to leave out or to change (Levenshtein), a row of the table at a time.
std::size_t distance(std::string_view one, std::string_view other) {
    std::vector<std::size_t> row(other.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < one.size(); ++i) {
        auto diagonal = row[0];
        row[0] = i + 1;
        for (std::size_t j = 0; j < other.size(); ++j) {
            const auto changed = diagonal + (one[i] == other[j] ? 0 : 1);
            diagonal = row[j + 1];
            row[j + 1] = std::min({changed, row[j] + 1, diagonal + 1});
        }
    }
    return row.back();
}

}  // namespace

std::string_view closest(std::string_view word, std::span<const std::string_view> known) {
    constexpr std::size_t too_far = 3;
    std::size_t least = too_far;
    std::string_view found;
    if (word.size() > longest_word) return found;
    for (const auto candidate : known) {
        const auto far = distance(word, candidate);
        if (far >= least || 2 * far >= std::max(word.size(), candidate.size())) continue;
        least = far;
        found = candidate;
    }
    return found;
}

}  // namespace wbtrace::plan
