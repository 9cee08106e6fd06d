// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// The parts of a device's block in the text report.
#pragma once

#include <vector>

#include "model/snapshot.h"
#include "views/text_page.h"
#include "views/text_report.h"

namespace wbtrace::views {

/// Q2D, D2C and Q2C by operation as a table.
void write_latencies(TextPage& page, const model::DeviceFigures& device,
                     const TextOptions& options);

/// Merges, bios, plugs and the queue depth at issue, a line each.
void write_queueing(TextPage& page, const model::DeviceFigures& device,
                    const model::Snapshot& snapshot);

/// Histograms of request sizes and of the time at the device by operation, over
/// all of the devices.
void write_spread(TextPage& page, const std::vector<const model::DeviceFigures*>& devices,
                  const TextOptions& options);

}  // namespace wbtrace::views
