// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// The metrics that a report gives, by name: the one place where one is defined.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "compare/report_sums.h"

namespace wbtrace::compare {

/// A set of figures that can be asked for by one word.
enum class Set { io, throttle, latency, cpu };

struct Figure {
    const char* name;
    const char* unit;
    Set set;
    /// The stage of the write path that it is about; null: the outcome, which no stage is.
    const char* stage;
    const char* what;  ///< for people: "mean size of a write request"
    std::optional<double> (*value)(const ReportSums& sums);
};

/// In the order of the path from the application to the device.
std::span<const Figure> figure_table();

/// The row of that name, or null.
const Figure* figure_named(std::string_view name);

/// How well its values are known, as the spread of rounding / the value: quantiles of histograms
/// are known to 1/16. 0: exactly.
double rounding_of(std::string_view metric);

std::optional<Set> set_named(std::string_view name);

/// What a value of the metric is counted in, from the table or the ending of its name; empty when
/// neither tells.
std::string_view unit_of(std::string_view metric);

}  // namespace wbtrace::compare
