// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <string>
#include <string_view>

namespace wbtrace::cli {

/// The script that lets a shell, one of those in the table of verbs, complete wbtrace's options:
/// made from the table of options. Empty for a shell that is not known.
std::string completion_text(std::string_view shell);

}  // namespace wbtrace::cli
