// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "model/histogram.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace wbtrace::model {

namespace {

constexpr unsigned exact_values = 32;
constexpr unsigned steps = 16;     // to each power of two from 32 on
constexpr unsigned step_bits = 5;  // bits of a value that choose its bucket
constexpr std::size_t last_index = exact_values + (64 - step_bits) * steps - 1;

std::uint64_t saturating_add(std::uint64_t a, std::uint64_t b) {
    std::uint64_t sum = 0;
    return __builtin_add_overflow(a, b, &sum) ? UINT64_MAX : sum;
}

std::uint64_t saturating_difference(std::uint64_t a, std::uint64_t b) { return a > b ? a - b : 0; }

std::uint64_t saturating_product(std::uint64_t a, std::uint64_t b) {
    std::uint64_t product = 0;
    return __builtin_mul_overflow(a, b, &product) ? UINT64_MAX : product;
}

std::uint64_t upper_edge(std::size_t index) {
    return index >= last_index ? UINT64_MAX : Histogram::lower_edge(index + 1);
}

// 0 and 1 share the first row, as in the histograms of bcc.
std::size_t power_row(std::uint64_t value) {
    return value < 2 ? 0 : static_cast<std::size_t>(std::bit_width(value)) - 1;
}

}  // namespace

std::size_t Histogram::index_of(std::uint64_t value) {
    if (value < exact_values) return value;
    const auto shift = static_cast<unsigned>(std::bit_width(value)) - step_bits;
    return exact_values + (shift - 1) * steps + ((value >> shift) - steps);
}

std::uint64_t Histogram::lower_edge(std::size_t index) {
    if (index < exact_values) return index;
    if (index > last_index) return UINT64_MAX;
    const auto power = (index - exact_values) / steps;
    const auto step = (index - exact_values) % steps;
    return (steps + step) << (power + 1);
}

void Histogram::hold(std::size_t lowest, std::size_t highest) {
    if (counts_.empty()) first_ = lowest;
    if (lowest < first_) {
        counts_.insert(counts_.begin(), first_ - lowest, 0);
        first_ = lowest;
    }
    counts_.resize(std::max(counts_.size(), highest - first_ + 1));
}

void Histogram::record(std::uint64_t value, std::uint64_t times) {
    if (times == 0) return;
    const auto index = index_of(value);
    if (index - first_ >= counts_.size()) [[unlikely]]  // also when it is below
        hold(index, index);
    counts_[index - first_] += times;
    count_ += times;
    sum_ = saturating_add(sum_, saturating_product(value, times));
    min_ = std::min(min_, value);
    max_ = std::max(max_, value);
}

void Histogram::merge(const Histogram& other) {
    if (other.counts_.empty()) return;
    hold(other.first_, other.first_ + other.counts_.size() - 1);
    const auto shift = other.first_ - first_;
    for (std::size_t i = 0; i < other.counts_.size(); ++i) counts_[i + shift] += other.counts_[i];
    count_ += other.count_;
    sum_ = saturating_add(sum_, other.sum_);
    min_ = std::min(min_, other.min_);
    max_ = std::max(max_, other.max_);
}

Histogram Histogram::since(const Histogram& older) const {
    if (older.empty()) return *this;
    Histogram part = *this;
    for (std::size_t i = 0; i < older.counts_.size(); ++i) {
        const auto place = older.first_ + i - first_;
        if (place < counts_.size())
            part.counts_[place] = saturating_difference(counts_[place], older.counts_[i]);
    }
    part.count_ = saturating_difference(count_, older.count_);
    part.sum_ = saturating_difference(sum_, older.sum_);
    if (part.count_ == 0) return {};
    part.find_bounds(older);
    return part;
}

// Both from the buckets; the mean lies between them whatever those say.
void Histogram::find_bounds(const Histogram& older) {
    const auto held = [](std::uint64_t count) { return count != 0; };
    const auto first = std::find_if(counts_.begin(), counts_.end(), held);
    const auto last = std::find_if(counts_.rbegin(), counts_.rend(), held);
    const auto lowest_index = first_ + static_cast<std::size_t>(first - counts_.begin());
    const auto lowest = lower_edge(lowest_index);
    const auto highest = edge(static_cast<std::size_t>(counts_.rend() - last) - 1);
    const std::uint64_t rounded_up = sum_ / count_ + (sum_ % count_ != 0 ? 1 : 0);
    if (min_ >= older.min_) min_ = std::max(min_, lowest);
    if (max_ <= older.max_) max_ = std::min(max_, std::max({min_, highest, rounded_up}));
    const bool one_value = count_ == 1 && index_of(sum_) == lowest_index;  // not if saturated
    if (one_value) min_ = max_ = sum_;
}

double Histogram::mean() const {
    return count_ ? static_cast<double>(sum_) / static_cast<double>(count_) : 0.0;
}

std::uint64_t Histogram::quantile(double q) const {
    if (count_ == 0) return 0;
    const double wanted = std::ceil(std::clamp(q, 0.0, 1.0) * static_cast<double>(count_));
    if (wanted <= 1.0) return min_;
    if (wanted >= static_cast<double>(count_)) return max_;
    const auto rank = static_cast<std::uint64_t>(wanted);
    std::uint64_t seen = 0;
    for (std::size_t i = 0; i < counts_.size(); ++i) {
        seen += counts_[i];
        if (seen < rank) continue;
        return std::clamp(edge(i), min_, max_);
    }
    return max_;
}

std::vector<Histogram::Bucket> Histogram::buckets() const {
    std::vector<Bucket> result;
    for (std::size_t i = 0; i < counts_.size(); ++i) {
        if (counts_[i]) result.push_back({edge(i), upper_edge(first_ + i), counts_[i]});
    }
    return result;
}

std::vector<Histogram::Bucket> Histogram::powers_of_two() const {
    std::vector<Bucket> rows;
    if (count_ == 0) return rows;
    const auto first = power_row(min_);
    for (auto row = first; row <= power_row(max_); ++row) {
        const auto low = row == 0 ? 0 : std::uint64_t{1} << row;
        const auto high = row == 63 ? UINT64_MAX : std::uint64_t{2} << row;
        rows.push_back({low, high, 0});
    }
    // A log-linear bucket never straddles a power of two.
    for (std::size_t i = 0; i < counts_.size(); ++i) {
        if (counts_[i]) rows[power_row(edge(i)) - first].count += counts_[i];
    }
    return rows;
}

}  // namespace wbtrace::model
