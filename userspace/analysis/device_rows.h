// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <cstdint>
#include <vector>

#include "analysis/context.h"
#include "model/snapshot.h"

namespace wbtrace::analysis {

/// Makes one empty row per device, in the given order. The first step of filling a
/// snapshot: it decides the order of the report.
void lay_out_devices(std::vector<model::DeviceIdentity> identities, model::Snapshot& snapshot);

/// The row of a slot of the kernel's device table. A device that was not laid out
/// (it turned up while tracing) gets a row at the end: its figures are not lost.
/// `dev` is as in the records; the reference holds until the next call.
model::DeviceFigures& device_row(std::uint32_t slot, std::uint32_t dev, const Context& context,
                                 model::Snapshot& snapshot);

}  // namespace wbtrace::analysis
