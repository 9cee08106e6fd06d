// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <memory>

#include "analysis/aggregator.h"
#include "analysis/context.h"

namespace wbtrace::analysis {

/// Size and times of requests, by device and operation, into
/// DeviceFigures. The totals there come from the kernel, see kernel_totals.h.
std::unique_ptr<Aggregator> make_request_figures(const Context& context);

}  // namespace wbtrace::analysis
