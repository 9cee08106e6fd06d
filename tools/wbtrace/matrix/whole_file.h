// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace wbtrace {

/// Puts a text in the place of a file, all or nothing, and on disk before it returns.
Result<void> write_whole(const std::string& path, std::string_view text);

}  // namespace wbtrace
