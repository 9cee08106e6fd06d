// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <string>
#include <string_view>

#include "model/snapshot.h"

namespace wbtrace::views {

/// Why the figure at a JSON path could not be had, from the reason given for it
/// or for what holds it; null when it could. "devices[].plug" stands for every
/// device.
const std::string* why_unavailable(const model::Snapshot& snapshot, std::string_view path);

}  // namespace wbtrace::views
