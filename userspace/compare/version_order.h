// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <string_view>

namespace wbtrace::compare {

/// Whether kernel `one` came before `other`: 5.9 before 5.10, 6.4-rc3 before 6.4, 6.4 before
/// 6.4.1. Works for any names: numbers in them are compared as numbers.
bool is_earlier(std::string_view one, std::string_view other);

}  // namespace wbtrace::compare
