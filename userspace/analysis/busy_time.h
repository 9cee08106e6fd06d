// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <memory>

#include "analysis/aggregator.h"
#include "analysis/context.h"

namespace wbtrace::analysis {

/// Into DeviceFigures::busy_ns: the union of the times of a device's requests, issued to
/// completed. Each is told when its request is done, so that the sum is exact at the end, and
/// that of an interval is late by what is still in flight.
std::unique_ptr<Aggregator> make_busy_time(const Context& context);

}  // namespace wbtrace::analysis
