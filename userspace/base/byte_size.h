// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace wbtrace {

/// Bytes of "4096", "64K", "100M", "1G", "2T": powers of 1024, in either case of the letter. Empty
/// for anything else, and for what does not fit into 63 bits.
std::optional<std::uint64_t> parse_byte_size(std::string_view text);

}  // namespace wbtrace
