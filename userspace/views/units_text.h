// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// Figures as people read them: about three digits and always the unit.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace wbtrace::views {

/// "512 B", "4.00 KiB", "67.0 MiB".
std::string bytes_text(std::uint64_t bytes);

/// As bytes_text, per second; "-" when no time passed.
std::string rate_text(std::uint64_t bytes, std::uint64_t duration_ns);

/// "512 ns", "12.3 us", "1.29 ms", "4.02 s".
std::string duration_text(std::uint64_t ns);

/// The value in the largest unit of which it has one, three digits then: each unit is `step` of the
/// one before.
std::string scaled(double value, double step, std::span<const char* const> units,
                   const char* space = " ");

/// Milliseconds for a column whose head says so: "1.290".
std::string milliseconds_text(std::uint64_t ns);

/// The plain number; from ten thousand million on shortened: "12.3 G".
std::string count_text(std::uint64_t count);

/// "1 file", "3 files".
std::string counted(std::uint64_t count, const std::string& one, const std::string& many);

/// A share of 1: "81.3 %".
std::string percent_text(double share);

}  // namespace wbtrace::views
