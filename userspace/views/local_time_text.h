// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <string>

#include "model/snapshot.h"

namespace wbtrace::views {

/// "14:03:07".
std::string clock_text(const model::LocalTime& time);

/// ISO 8601 to the millisecond: "2026-03-29T14:03:07.250+02:00".
std::string iso_time_text(const model::LocalTime& time);

}  // namespace wbtrace::views
