// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <string>

#include "model/snapshot.h"

namespace wbtrace::views {

struct TextOptions {
    bool per_device_histograms = false;  ///< -D
    bool milliseconds = false;           ///< -m: latencies always in milliseconds
    bool color = false;                  ///< bold titles, red losses
    bool timestamp = false;              ///< -T: the local time before the first line
    bool verbose = false;                ///< -v: queue settings, every row, the tracer's own cost
};

/// The report for people: at most 80 columns, only sections with something to
/// say, every figure with its unit, every foreign name made printable. That of an interval
/// leaves out histograms (without -D) and what does not change from one to the next.
std::string text_report(const model::Snapshot& snapshot, const TextOptions& options);

}  // namespace wbtrace::views
