// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <string>
#include <string_view>

namespace wbtrace {

/// A field of CSV as RFC 4180 has it, at the end of `to`: control characters and what is not valid
/// UTF-8 escaped, in quotes if it must be.
void add_csv_field(std::string_view value, std::string& to);

}  // namespace wbtrace
