// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "top/amounts.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "views/units_text.h"

namespace wbtrace::top {

namespace {

constexpr std::array byte_steps = {"", "K", "M", "G", "T", "P", "E"};
constexpr std::array count_steps = {"", "k", "M", "G", "T", "P", "E"};
constexpr std::array time_steps = {"ns", "us", "ms", "s"};

std::string stepped(double value, double step, std::span<const char* const> steps) {
    return views::scaled(value, step, steps, "");
}

std::string count_of(double value) {
    if (value > 0 && value < 9.95 && value != std::floor(value))
        return fmt::format("{:.1f}", std::max(value, 0.1));
    if (value < 9999.5) return fmt::format("{:.0f}", value);
    return stepped(value, 1000, count_steps);
}

std::string percent_of(double share) {
    const double percent = share * 100;
    if (percent > 0 && percent < 9.95) return fmt::format("{:.1f}", std::max(percent, 0.1));
    if (percent < 99'999.5) return fmt::format("{:.0f}", percent);
    return stepped(percent, 1000, count_steps);
}

/// 999 s do not become longer than five digits; a day has 86400.
std::string time_of(double ns) {
    if (ns >= 999.5e9) return fmt::format("{:.0f}s", std::min(ns / 1e9, 99'999.0));
    return stepped(ns, 1000, time_steps);
}

}  // namespace

std::size_t widest(Unit unit) { return unit == Unit::time ? 6 : unit == Unit::text ? 0 : 5; }

std::string amount_text(Unit unit, std::optional<double> value) {
    if (!value || !std::isfinite(*value)) return "-";
    switch (unit) {
    case Unit::count: return count_of(*value);
    case Unit::bytes: return stepped(*value, 1024, byte_steps);
    case Unit::time: return time_of(*value);
    case Unit::percent: return percent_of(*value);
    case Unit::text: break;
    }
    return {};
}

}  // namespace wbtrace::top
