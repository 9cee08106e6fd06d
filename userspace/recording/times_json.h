// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// Where the time of threads went, as JSON; for this room only.
#pragma once

#include <nlohmann/json.hpp>

#include "events/task_times.h"

namespace wbtrace::events {

/// Without the frames of programs, which mean nothing in another place.
void to_json(nlohmann::json& to, const TaskTimes& from);
void from_json(const nlohmann::json& from, TaskTimes& to);

}  // namespace wbtrace::events
