// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "compare/statistics.h"

#include <boost/math/distributions/students_t.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace wbtrace::compare {

namespace {

double size_of(std::span<const double> values) { return static_cast<double>(values.size()); }

double mean_of(std::span<const double> values) {
    return std::accumulate(values.begin(), values.end(), 0.0) / size_of(values);
}

double variance_of(std::span<const double> values, double mean) {
    if (values.size() < 2) return 0;
    double squares = 0;
    for (const double value : values) squares += (value - mean) * (value - mean);
    return squares / (size_of(values) - 1);
}

/// Of the mean.
double squared_error(std::span<const double> values, double mean, double least_spread) {
    const double least = least_spread * mean;
    return std::max(variance_of(values, mean), least * least) / size_of(values);
}

double resampled_mean(std::mt19937_64& random, std::span<const double> values) {
    double sum = 0;
    for (std::size_t i = 0; i < values.size(); ++i)
        sum += values[index_below(random, values.size())];
    return sum / size_of(values);
}

}  // namespace

std::size_t index_below(std::mt19937_64& random, std::size_t count) {
    return static_cast<std::size_t>(((random() >> 32U) * count) >> 32U);
}

Summary summary_of(std::span<const double> values) {
    Summary summary;
    summary.count = values.size();
    summary.mean = mean_of(values);
    summary.stddev = std::sqrt(variance_of(values, summary.mean));
    std::vector<double> sorted(values.begin(), values.end());
    std::sort(sorted.begin(), sorted.end());
    const auto half = sorted.size() / 2;
    summary.median = sorted.size() % 2 != 0 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
    return summary;
}

std::optional<double> welch(std::span<const double> base, std::span<const double> fresh,
                            double least_spread) {
    // Counts that are equal in two runs are not known to be equal in all.
    constexpr double spread_of_equals = 0.001;
    if (base.size() < 2 || fresh.size() < 2) return std::nullopt;
    const double base_mean = mean_of(base), fresh_mean = mean_of(fresh);
    const double a = squared_error(base, base_mean, least_spread);
    const double b = squared_error(fresh, fresh_mean, least_spread);
    if (a + b == 0) {
        if (base_mean == fresh_mean) return 1;
        return least_spread > 0 ? std::nullopt : welch(base, fresh, spread_of_equals);
    }
    const double t = (fresh_mean - base_mean) / std::sqrt(a + b);
    const double degrees =
        (a + b) * (a + b) / (a * a / (size_of(base) - 1) + b * b / (size_of(fresh) - 1));
    if (!std::isfinite(t) || !std::isfinite(degrees)) return std::nullopt;
    const boost::math::students_t distribution(degrees);
    return 2 * boost::math::cdf(boost::math::complement(distribution, std::fabs(t)));
}

std::optional<Interval> ratio_interval(std::span<const double> base,
                                       std::span<const double> fresh) {
    if (base.size() < 2 || fresh.size() < 2) return std::nullopt;
    constexpr std::size_t resamples = 2000;
    std::mt19937_64 random(bootstrap_seed);
    std::vector<double> ratios(resamples);
    for (double& ratio : ratios) {
        const double below = resampled_mean(random, base);
        if (!(below > 0)) return std::nullopt;
        ratio = resampled_mean(random, fresh) / below;
    }
    std::sort(ratios.begin(), ratios.end());
    return Interval{ratios[resamples / 40], ratios[resamples - 1 - resamples / 40]};
}

std::vector<double> holm(std::vector<double> p) {
    std::vector<std::size_t> order(p.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(), [&](auto one, auto other) { return p[one] < p[other]; });
    double highest = 0;
    for (std::size_t i = 0; i < order.size(); ++i) {
        double& value = p[order[i]];
        highest = std::max(highest, std::min(1.0, value * static_cast<double>(p.size() - i)));
        value = highest;
    }
    return p;
}

}  // namespace wbtrace::compare
