// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <string>

namespace wbtrace::cli {

/// For --help: at most 80 columns, made from the table of options.
std::string help_text();

/// For --version: "wbtrace 1.2.3".
std::string version_text();

}  // namespace wbtrace::cli
