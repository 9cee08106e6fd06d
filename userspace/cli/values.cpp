// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "cli/values.h"

#include <unistd.h>

#include <bit>
#include <charconv>
#include <optional>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "base/byte_size.h"
#include "base/printable.h"

namespace wbtrace::cli {
namespace {

constexpr std::uint64_t ns_per_second = 1'000'000'000;
constexpr std::uint64_t max_seconds = 1'000'000'000;   // 31 years, far from overflowing
constexpr std::uint64_t max_buffer_bytes = 1U << 30U;  // of one ring; the kernel allows 2 GiB

std::optional<std::uint64_t> parse_digits(std::string_view text) {
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return value;
}

/// The digits behind the point, as nanoseconds.
std::optional<std::uint64_t> parse_fraction(std::string_view digits) {
    if (digits.find_first_not_of("0123456789") != std::string_view::npos) return std::nullopt;
    std::string nine(digits.substr(0, 9));
    nine.resize(9, '0');
    return parse_digits(nine);
}

}  // namespace

Result<std::chrono::nanoseconds> parse_seconds(std::string_view text) {
    const auto point = text.find('.');
    const std::string_view whole = text.substr(0, point);
    const std::string_view fraction =
        point == std::string_view::npos ? std::string_view() : text.substr(point + 1);
    const auto seconds = whole.empty() && !fraction.empty() ? 0 : parse_digits(whole);
    const auto rest_ns = parse_fraction(fraction);
    if (!seconds || !rest_ns) {
        return fail(fmt::format("'{}' is no number of seconds", brief(text)),
                    "write it like 5 or 0.25");
    }
    if (*seconds > max_seconds) {
        return fail(fmt::format("'{}' is too long", brief(text)),
                    fmt::format("at most {} seconds", max_seconds));
    }
    return std::chrono::nanoseconds(*seconds * ns_per_second + *rest_ns);
}

// The records are read every 20 ms and put in order; much below that reports would only overlap.
Result<std::chrono::nanoseconds> parse_interval(std::string_view text) {
    constexpr std::chrono::milliseconds shortest{100};
    const auto seconds = parse_seconds(text);
    if (!seconds || *seconds >= shortest) return seconds;
    return fail(fmt::format("'{}' is too short", brief(text)), "give at least 0.1 seconds");
}

Result<std::chrono::nanoseconds> parse_latency(std::string_view text) {
    constexpr std::pair<std::string_view, std::uint64_t> units[] = {
        {"ns", ns_per_second}, {"us", 1'000'000}, {"ms", 1'000}, {"s", 1}};
    for (const auto& [unit, per_second] : units) {
        if (!text.ends_with(unit)) continue;
        const auto number = parse_seconds(text.substr(0, text.size() - unit.size()));
        if (!number) break;
        return std::chrono::nanoseconds(static_cast<std::uint64_t>(number->count()) / per_second);
    }
    return fail(fmt::format("'{}' is no length of time", brief(text)),
                "write it like 5ms, 250us or 1.5s");
}

Result<std::uint64_t> parse_count(std::string_view text) {
    const auto count = parse_digits(text);
    if (!count) return fail(fmt::format("'{}' is no whole number", brief(text)));
    if (*count == 0) return fail("0 shows nothing", "give more than 0");
    return *count;
}

Result<std::uint64_t> parse_buffer_size(std::string_view text) {
    const auto bytes = parse_byte_size(text);
    if (!bytes) {
        return fail(fmt::format("'{}' is no size", brief(text)), "write it like 512K or 8M");
    }
    const auto page_bytes = static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
    if (*bytes > max_buffer_bytes || *bytes < page_bytes) {
        return fail(
            fmt::format("'{}' is out of range", brief(text)),
            fmt::format("from {} bytes, one page, to {}M", page_bytes, max_buffer_bytes >> 20U));
    }
    return std::bit_ceil(*bytes);
}

Result<std::uint64_t> parse_file_size(std::string_view text) {
    constexpr std::uint64_t least_bytes = 1U << 20;
    const auto bytes = parse_byte_size(text);
    if (!bytes)
        return fail(fmt::format("'{}' is no size", brief(text)), "write it like 512M or 4G");
    if (*bytes < least_bytes)
        return fail(fmt::format("'{}' is too small", brief(text)), "give at least 1M");
    return *bytes;
}

Result<std::vector<std::string>> parse_list(std::string_view text) {
    std::vector<std::string> parts;
    for (;;) {
        const auto comma = text.find(',');
        parts.emplace_back(text.substr(0, comma));
        if (parts.back().empty()) return fail("a name is empty", "separate names by one comma");
        if (comma == std::string_view::npos) return parts;
        text.remove_prefix(comma + 1);
    }
}

}  // namespace wbtrace::cli
