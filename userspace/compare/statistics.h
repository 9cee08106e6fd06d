// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// What repeats allow to say. docs/compare.md has the formulas.
#pragma once

#include <cstddef>
#include <optional>
#include <random>
#include <span>
#include <vector>

namespace wbtrace::compare {

/// Of values, at least one.
struct Summary {
    std::size_t count = 0;
    double mean = 0;
    double stddev = 0;  ///< of a sample (n - 1); 0 for one value
    double median = 0;
};

Summary summary_of(std::span<const double> values);

/// Two-sided p of Welch's t-test: that means so far apart come from equal ones. Without any spread
/// it is 1 when the means are equal, else that of a spread of 0.1 %. No spread is taken to be less
/// than `least_spread`, a share of the mean, as of values that are only known so well. Empty with
/// less than two values a side.
std::optional<double> welch(std::span<const double> base, std::span<const double> fresh,
                            double least_spread = 0);

/// Two-sided p of the Mann-Whitney U test: exact without ties and with at most 8 values on one
/// side, else by the normal distribution, corrected for ties and continuity. Empty as above.
std::optional<double> mann_whitney(std::span<const double> base, std::span<const double> fresh);

struct Interval {
    double low = 0, high = 0;
};

/// The 95 % percentile bootstrap interval of mean(fresh) / mean(base), from 2000 resamples with
/// `bootstrap_seed`, so that it is the same each time. Empty with less than two values a side, or
/// when a mean of the base is not above 0.
std::optional<Interval> ratio_interval(std::span<const double> base, std::span<const double> fresh);

inline constexpr unsigned long long bootstrap_seed = 20250313;

/// Where a draw falls in 0...count - 1, without the library's own distribution, which may differ.
std::size_t index_below(std::mt19937_64& random, std::size_t count);

/// Holm's correction: what each p of one family comes to, so that with nothing behind any of them
/// one falls below the level with at most that probability.
std::vector<double> holm(std::vector<double> p);

}  // namespace wbtrace::compare
