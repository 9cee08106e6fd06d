// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace wbtrace::cli {

/// Decimal seconds: "5", "0.25". No sign, exponent or unit; digits below 1 ns are dropped.
Result<std::chrono::nanoseconds> parse_seconds(std::string_view text);

/// Seconds between two reports, at least 0.1.
Result<std::chrono::nanoseconds> parse_interval(std::string_view text);

/// A whole number above 0.
Result<std::uint64_t> parse_count(std::string_view text);

/// A length of time: a decimal number and ns, us, ms or s.
Result<std::chrono::nanoseconds> parse_latency(std::string_view text);

/// The bytes of a ring buffer: digits and K or M, rounded up to a power of two, at least a page.
Result<std::uint64_t> parse_buffer_size(std::string_view text);

/// The bytes of a file that is not to grow beyond it: digits and K, M or G; at least 1 MiB.
Result<std::uint64_t> parse_file_size(std::string_view text);

/// The parts between commas; none of them may be empty.
Result<std::vector<std::string>> parse_list(std::string_view text);

}  // namespace wbtrace::cli
