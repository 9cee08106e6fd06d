// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <optional>
#include <string_view>

#include <nlohmann/json.hpp>

#include "base/result.h"

namespace wbtrace::compare {

/// The value at a path such as `devices[0].by_op.write.requests`, or null when there is none.
const nlohmann::json* value_at(const nlohmann::json& document, std::string_view path);

/// The number there, true and false as 1 and 0; empty when there is nothing, or null. Fails when it
/// is a text, a list or an object.
Result<std::optional<double>> number_at(const nlohmann::json& document, std::string_view path);

}  // namespace wbtrace::compare
