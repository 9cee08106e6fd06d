// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// How whole histograms differ. docs/compare.md has the formulas.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "compare/grouping.h"
#include "compare/histogram_table.h"
#include "compare/statistics.h"

namespace wbtrace::compare {

inline constexpr double shown_quantiles[] = {0.5, 0.9, 0.99};

/// A quantile of all runs of each side together, to 1/16, in the unit of the row.
struct QuantileShift {
    double quantile = 0;  ///< 0.5: the median
    double base = 0, fresh = 0;
    /// Of fresh / base: 95 %, from resampled runs. Empty with one run a side, or a base of 0.
    std::optional<Interval> ratio = {};
};

/// Of a group against the first.
struct HistogramShift {
    const HistogramRow* of = nullptr;
    std::string case_name;
    std::size_t group = 1;
    std::vector<QuantileShift> quantiles;
    /// How far values moved: the area between the two cumulative distributions over log2 of the
    /// value (earth mover's distance). 1: as if all had doubled. Values below 1 count as 1.
    double octaves = 0;
};

/// Of each histogram that both sides have, by histogram and case.
std::vector<HistogramShift> shifts_of(const std::vector<Group>& groups);

/// The distance alone; both hold something.
double distance_in_octaves(const model::Histogram& base, const model::Histogram& fresh);

}  // namespace wbtrace::compare
