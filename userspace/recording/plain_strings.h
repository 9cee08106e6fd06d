// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <nlohmann/json.hpp>

namespace wbtrace::recording {

/// Names from the kernel are bytes, JSON has only text: each string, and key, that is not plain
/// text becomes "hex:" and two digits for each of its bytes.
void make_plain(nlohmann::json& json);

/// The reverse.
void restore(nlohmann::json& json);

}  // namespace wbtrace::recording
