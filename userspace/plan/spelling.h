// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <span>
#include <string_view>

namespace wbtrace::plan {

/// The one of the known words that was probably meant: at most two letters differ, and less than
/// half of them. Empty when none is that close.
std::string_view closest(std::string_view word, std::span<const std::string_view> known);

}  // namespace wbtrace::plan
