// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/snapshot.h"

namespace wbtrace::views {

/// Stacked devices whose time was divided and that lie beneath no other such one.
std::vector<const model::DeviceFigures*> divided_tops(const model::Snapshot& snapshot);

/// The device's part in the time of the bios of those above it, else all the time of its own
/// requests, queued to completed. Empty for one that lies on others and was not divided.
std::optional<std::uint64_t> own_time_ns(const model::Snapshot& snapshot,
                                         const model::DeviceFigures& device);

/// The time of all requests of a device, queued to completed.
std::uint64_t whole_time_ns(const model::DeviceFigures& device);

/// Media that were under one device number, when they are too many to be shown each.
/// Empty for a device that is shown by itself.
std::vector<const model::DeviceFigures*> folded_media(const model::Snapshot& snapshot,
                                                      const model::DeviceFigures& device,
                                                      bool verbose);

/// "loop0, 50 media".
std::string folded_name(const std::vector<const model::DeviceFigures*>& media);

}  // namespace wbtrace::views
