// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "views/units_text.h"

#include <array>
#include <cmath>
#include <span>

#include <fmt/format.h>

namespace wbtrace::views {

namespace {

// Three digits; what would round up to four is for the next unit.
std::string three_digits(double value) {
    if (value < 9.995) return fmt::format("{:.2f}", value);
    if (value < 99.95) return fmt::format("{:.1f}", value);
    return fmt::format("{:.0f}", value);
}

constexpr std::array byte_units = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
constexpr std::array rate_units = {"B/s", "KiB/s", "MiB/s", "GiB/s", "TiB/s", "PiB/s", "EiB/s"};
constexpr std::array time_units = {"ns", "us", "ms", "s"};
constexpr std::array count_units = {"", "k", "M", "G", "T", "P", "E"};

}  // namespace

std::string scaled(double value, double step, std::span<const char* const> units,
                   const char* space) {
    std::size_t unit = 0;
    while (unit + 1 < units.size() && value >= step - 0.5) {
        value /= step;
        ++unit;
    }
    return unit == 0 ? fmt::format("{:.0f}{}{}", value, space, units[0])
                     : fmt::format("{}{}{}", three_digits(value), space, units[unit]);
}

std::string bytes_text(std::uint64_t bytes) {
    return scaled(static_cast<double>(bytes), 1024, byte_units);
}

std::string rate_text(std::uint64_t bytes, std::uint64_t duration_ns) {
    if (duration_ns == 0) return "-";
    const double seconds = static_cast<double>(duration_ns) / 1e9;
    return scaled(static_cast<double>(bytes) / seconds, 1024, rate_units);
}

std::string duration_text(std::uint64_t ns) {
    return scaled(static_cast<double>(ns), 1000, time_units);
}

std::string milliseconds_text(std::uint64_t ns) {
    return fmt::format("{:.3f}", static_cast<double>(ns) / 1e6);
}

std::string count_text(std::uint64_t count) {
    if (count < 10'000'000'000) return fmt::format("{}", count);
    return scaled(static_cast<double>(count), 1000, count_units);
}

std::string counted(std::uint64_t count, const std::string& one, const std::string& many) {
    return fmt::format("{} {}", count_text(count), count == 1 ? one : many);
}

std::string percent_text(double share) {
    if (!std::isfinite(share)) return "-";
    if (share > 0 && share < 0.0005) return "< 0.1 %";
    return fmt::format("{:.1f} %", share * 100);
}

}  // namespace wbtrace::views
