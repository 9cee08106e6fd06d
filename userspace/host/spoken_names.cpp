// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <algorithm>

#include "host/kernel_btf.h"

namespace wbtrace::host {

namespace {

char small_letter(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

/// Characters that all names begin with, up to and with the last underscore.
std::size_t common_prefix(const std::vector<EnumName>& names) {
    if (names.empty()) return 0;
    std::string_view prefix = names.front().name;
    for (const auto& entry : names) {
        const auto end =
            std::mismatch(prefix.begin(), prefix.end(), entry.name.begin(), entry.name.end());
        prefix = prefix.substr(0, static_cast<std::size_t>(end.first - prefix.begin()));
    }
    const auto underscore = prefix.rfind('_');
    return underscore == std::string_view::npos ? 0 : underscore + 1;
}

}  // namespace

std::vector<EnumName> spoken_names(std::vector<EnumName> names) {
    const std::size_t prefix = common_prefix(names);
    for (auto& entry : names) {
        // A name that is nothing but the prefix keeps it rather than being empty.
        if (entry.name.size() > prefix) entry.name.erase(0, prefix);
        std::transform(entry.name.begin(), entry.name.end(), entry.name.begin(), small_letter);
    }
    return names;
}

}  // namespace wbtrace::host
