// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <cstddef>
#include <string>

namespace wbtrace::tests {

inline std::size_t times(const std::string& text, const std::string& what) {
    std::size_t count = 0;
    for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++count;
    return count;
}

inline bool has(const std::string& text, const std::string& what) { return times(text, what) > 0; }

}  // namespace wbtrace::tests
