// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <string>

#include "model/snapshot.h"

namespace wbtrace::views {

struct TextOptions {
    bool per_device_histograms = false;  ///< -D
    bool milliseconds = false;           ///< -m: latencies always in milliseconds
    bool color = false;                  ///< bold titles, red losses
    bool verbose = false;                ///< -v: queue settings, every row, the tracer's own cost
};

/// The report for people: at most 80 columns, only sections with something to
/// say, every figure with its unit, every foreign name made printable.
std::string text_report(const model::Snapshot& snapshot, const TextOptions& options);

}  // namespace wbtrace::views
