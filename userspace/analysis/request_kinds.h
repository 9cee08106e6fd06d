// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <memory>

#include "analysis/aggregator.h"
#include "analysis/context.h"

namespace wbtrace::analysis {

/// Requests and bytes of each device by kind, and how many of its exact totals are in no
/// record. From the completed requests.
std::unique_ptr<Aggregator> make_request_kinds(const Context& context);

}  // namespace wbtrace::analysis
