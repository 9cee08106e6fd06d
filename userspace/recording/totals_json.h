// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// The kernel's totals as JSON; for this room only.
#pragma once

#include <nlohmann/json.hpp>

#include "events/kernel_totals.h"

namespace wbtrace::events {

void to_json(nlohmann::json& to, const KernelTotals& from);
void from_json(const nlohmann::json& from, KernelTotals& to);

}  // namespace wbtrace::events
