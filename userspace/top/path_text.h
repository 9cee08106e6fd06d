// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace wbtrace::top {

/// Printable text of at most `columns` columns. Of a path that is too long the last name stays
/// whole, if there is room for it; its folders are cut, those furthest down first.
std::string path_text(std::string_view path, std::size_t columns);

}  // namespace wbtrace::top
