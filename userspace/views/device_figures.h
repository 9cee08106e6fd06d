// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// What several sections ask of a device.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/snapshot.h"

namespace wbtrace::views {

/// A device that saw I/O by anybody.
bool has_io(const model::DeviceFigures& device);

/// Devices worth a block of their own: those with I/O, or the only one.
std::vector<const model::DeviceFigures*> shown_devices(const model::Snapshot& snapshot);

/// Requests and bytes of all operations together.
model::IoTotals all_ops(const std::array<model::IoTotals, model::op_count>& by_op);
model::IoTotals all_ops(const model::DeviceFigures& device);

/// The time that rates of a whole trace refer to.
std::uint64_t traced_ns(const model::Snapshot& snapshot);

/// The time at the device: issued to completed, or queued to completed when the
/// device has no requests.
const model::Histogram& device_time_ns(const model::DeviceFigures& device, std::size_t op);

/// Share of so much time in which a request was at work, at most 1: of one that took long it is
/// told late. Empty: not followed.
std::optional<double> utilization(const model::DeviceFigures& device, std::uint64_t duration_ns);

/// "sda (8:0)", printable.
std::string device_title(const model::DeviceFigures& device);

/// What was measured: "requests", or "bios" of a device that has none.
std::string unit_of(const model::DeviceFigures& device);

}  // namespace wbtrace::views
