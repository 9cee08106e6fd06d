// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <string>

namespace wbtrace::top {

/// As UTF-8, unless it is no character.
void append(char32_t character, std::string& to);

/// With all its bytes; nothing of an empty text.
void remove_last(std::string& text);

}  // namespace wbtrace::top
