// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "base/byte_size.h"

#include <charconv>
#include <system_error>

namespace wbtrace {

std::optional<std::uint64_t> parse_byte_size(std::string_view text) {
    constexpr std::string_view units = "KMGTkmgt";
    unsigned shift = 0;
    if (const auto unit = text.empty() ? units.npos : units.find(text.back()); unit != units.npos) {
        shift = 10U * static_cast<unsigned>(unit % 4 + 1);
        text.remove_suffix(1);
    }
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    if (value > static_cast<std::uint64_t>(INT64_MAX) >> shift) return std::nullopt;
    return value << shift;
}

}  // namespace wbtrace
