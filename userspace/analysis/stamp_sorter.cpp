// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "analysis/stamp_sorter.h"

#include <algorithm>
#include <bit>
#include <cstddef>

namespace wbtrace::analysis {

namespace {

constexpr unsigned digit_bits = 11;  // the counts of a digit fit into the first-level cache
constexpr std::size_t digit_values = std::size_t{1} << digit_bits;

constexpr std::size_t digit_of(std::uint64_t value, unsigned shift) {
    return static_cast<std::size_t>(value >> shift) % digit_values;
}

}  // namespace

void StampSorter::sort(std::span<std::uint64_t> stamps) {
    if (stamps.size() < 2) return;
    const auto [lowest, highest] = std::minmax_element(stamps.begin(), stamps.end());
    const std::uint64_t base = *lowest;
    const auto bits = static_cast<unsigned>(std::bit_width(*highest - base));
    scratch_.resize(stamps.size());
    std::span<std::uint64_t> from = stamps;
    std::span<std::uint64_t> to = scratch_;
    for (unsigned shift = 0; shift < bits; shift += digit_bits) {
        places_.assign(digit_values, 0);
        for (const std::uint64_t stamp : from) ++places_[digit_of(stamp - base, shift)];
        std::uint32_t place = 0;
        for (std::uint32_t& next : places_) {
            const std::uint32_t count = next;
            next = place;
            place += count;
        }
        for (const std::uint64_t stamp : from) to[places_[digit_of(stamp - base, shift)]++] = stamp;
        std::swap(from, to);
    }
    if (from.data() != stamps.data()) std::copy(from.begin(), from.end(), stamps.begin());
}

}  // namespace wbtrace::analysis
