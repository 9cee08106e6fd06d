// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// The histograms of a report that are compared whole.
#pragma once

#include <span>

#include "compare/report_sums.h"

namespace wbtrace::compare {

struct HistogramRow {
    const char* name;
    const char* unit;
    double scale;  ///< what a value of the report is multiplied with to be in that unit
    const char* what;
    const Distribution& (*of)(const ReportSums& sums);
};

/// In the order of the path from the application to the device.
std::span<const HistogramRow> histogram_table();

}  // namespace wbtrace::compare
