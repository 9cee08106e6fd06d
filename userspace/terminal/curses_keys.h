// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <cwchar>
#include <optional>

#include "top/keys.h"

namespace wbtrace::terminal {

/// What get_wch() gave: a function key's number, or a character. Empty: means nothing here.
std::optional<top::Key> key_of(bool function_key, wint_t code);

}  // namespace wbtrace::terminal
