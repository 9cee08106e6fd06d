// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <string>
#include <vector>

namespace published {

/// The lines of a file in tests/data/published without the first, cut at tabs.
std::vector<std::vector<std::string>> rows_of(const std::string& file);

/// The lines of a text.
std::vector<std::string> lines_of(const std::string& text);

/// A file of the tests, whole; `path` below tests/data.
std::string text_of(const std::string& path);

}  // namespace published
