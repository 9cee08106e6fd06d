// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

namespace wbtrace {

/// Of the project, as CMake knows it.
inline constexpr const char* version = WBTRACE_VERSION;

}  // namespace wbtrace
