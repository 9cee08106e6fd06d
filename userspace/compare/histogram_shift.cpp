// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "compare/histogram_shift.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace wbtrace::compare {

namespace {

using model::Histogram;
using Side = std::vector<const Histogram*>;
using Quantiles = std::array<double, std::size(shown_quantiles)>;

/// Of some runs of one side, each as often as it was drawn.
class Resampler {
public:
    explicit Resampler(const Side& side) : runs_(side.size()) {
        for (std::size_t run = 0; run < side.size(); ++run)
            for (const auto& bucket : side[run]->buckets())
                counts_[bucket.ge].emplace_back(run, static_cast<double>(bucket.count));
    }

    /// Values at the lower edge of their bucket; 0 when nothing was drawn.
    [[nodiscard]] Quantiles quantiles(const std::vector<double>& drawn) const {
        std::vector<std::pair<double, double>> sums;
        double all = 0;
        for (const auto& [value, of_runs] : counts_) {
            for (const auto& [run, count] : of_runs) all += drawn[run] * count;
            sums.emplace_back(static_cast<double>(value), all);
        }
        Quantiles found{};
        for (std::size_t i = 0; i < found.size(); ++i) {
            const auto at = std::find_if(sums.begin(), sums.end(), [&](const auto& sum) {
                return all > 0 && sum.second >= shown_quantiles[i] * all;
            });
            if (at != sums.end()) found[i] = at->first;
        }
        return found;
    }

    [[nodiscard]] Quantiles of_all() const { return quantiles(std::vector<double>(runs_, 1)); }

    [[nodiscard]] Quantiles resampled(std::mt19937_64& random) const {
        std::vector<double> drawn(runs_, 0);
        for (std::size_t i = 0; i < runs_; ++i) ++drawn[index_below(random, runs_)];
        return quantiles(drawn);
    }

private:
    std::size_t runs_;
    std::map<std::uint64_t, std::vector<std::pair<std::size_t, double>>> counts_;
};

std::optional<Interval> middle_of(std::vector<double> ratios) {
    if (ratios.empty()) return std::nullopt;
    std::sort(ratios.begin(), ratios.end());
    const auto cut = ratios.size() / 40;
    return Interval{ratios[cut], ratios[ratios.size() - 1 - cut]};
}

void add_intervals(const Resampler& base, const Resampler& fresh,
                   std::vector<QuantileShift>& shifts) {
    constexpr int resamples = 500;
    std::mt19937_64 random(bootstrap_seed);
    std::vector<std::vector<double>> ratios(shifts.size());
    for (int i = 0; i < resamples; ++i) {
        const auto below = base.resampled(random), above = fresh.resampled(random);
        for (std::size_t q = 0; q < shifts.size(); ++q)
            if (below[q] > 0) ratios[q].push_back(above[q] / below[q]);
    }
    for (std::size_t q = 0; q < shifts.size(); ++q)
        if (ratios[q].size() == resamples) shifts[q].ratio = middle_of(std::move(ratios[q]));
}

std::vector<QuantileShift> quantile_shifts(const Side& base_runs, const Side& fresh_runs,
                                           double scale) {
    const Resampler base(base_runs), fresh(fresh_runs);
    const auto before = base.of_all(), after = fresh.of_all();
    std::vector<QuantileShift> shifts;
    for (std::size_t q = 0; q < before.size(); ++q)
        shifts.push_back({shown_quantiles[q], before[q] * scale, after[q] * scale});
    if (base_runs.size() > 1 && fresh_runs.size() > 1) add_intervals(base, fresh, shifts);
    return shifts;
}

Side side_of(const Group& group, const std::string& case_name, const char* histogram) {
    Side side;
    const auto runs = group.cases.find(case_name);
    if (runs == group.cases.end()) return side;
    for (const Run& run : runs->second)
        if (const auto found = run.histograms.find(histogram); found != run.histograms.end())
            side.push_back(&found->second);
    return side;
}

Histogram sum_of(const Side& side) {
    Histogram sum;
    for (const Histogram* one : side) sum.merge(*one);
    return sum;
}

}  // namespace

double distance_in_octaves(const Histogram& base, const Histogram& fresh) {
    std::map<double, double> steps;  // of the difference of the cumulative shares, by log2
    const auto add = [&](const Histogram& histogram, double sign) {
        for (const auto& bucket : histogram.buckets())
            steps[std::log2(std::max<double>(1, static_cast<double>(bucket.ge)))] +=
                sign * static_cast<double>(bucket.count) / static_cast<double>(histogram.count());
    };
    add(base, -1);
    add(fresh, 1);
    double distance = 0, difference = 0, from = 0;
    for (const auto& [at, step] : steps) {
        distance += std::fabs(difference) * (at - from);
        difference += step;
        from = at;
    }
    return distance;
}

std::vector<HistogramShift> shifts_of(const std::vector<Group>& groups) {
    std::vector<HistogramShift> shifts;
    for (const HistogramRow& row : histogram_table())
        for (const auto& [case_name, runs] : groups.front().cases) {
            const Side base = side_of(groups.front(), case_name, row.name);
            for (std::size_t i = 1; i < groups.size() && !base.empty(); ++i) {
                const Side fresh = side_of(groups[i], case_name, row.name);
                if (fresh.empty()) continue;
                shifts.push_back({&row, case_name, i, quantile_shifts(base, fresh, row.scale),
                                  distance_in_octaves(sum_of(base), sum_of(fresh))});
            }
        }
    return shifts;
}

}  // namespace wbtrace::compare
