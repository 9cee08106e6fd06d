// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <cstddef>
#include <string>

#include "base/result.h"

namespace wbtrace {

/// All that is in a file. Fails for one longer than `most_bytes`: what has no end is none.
Result<std::string> read_text(const std::string& path, std::size_t most_bytes);

/// Whether a regular file begins as recordings do.
bool is_recording(const std::string& path);

}  // namespace wbtrace
