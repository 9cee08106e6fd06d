// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <cstdint>

namespace wbtrace::capture {

/// A record is stamped before it gets its place in a buffer: so long may lie between, in ns.
inline constexpr std::uint64_t stamp_slack_ns = 10'000'000;

}  // namespace wbtrace::capture
