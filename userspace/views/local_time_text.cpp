// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "views/local_time_text.h"

#include <time.h>

#include <cstdlib>

#include <fmt/format.h>

namespace wbtrace::views {

namespace {

constexpr std::int64_t ns_per_second = 1'000'000'000;

// The offset is in the snapshot: the time zone here may be another than where it was taken.
tm parts_of(const model::LocalTime& time) {
    const time_t shifted = time.unix_ns / ns_per_second + time.utc_offset_s;
    tm parts{};
    gmtime_r(&shifted, &parts);
    return parts;
}

}  // namespace

std::string clock_text(const model::LocalTime& time) {
    const tm at = parts_of(time);
    return fmt::format("{:02}:{:02}:{:02}", at.tm_hour, at.tm_min, at.tm_sec);
}

std::string iso_time_text(const model::LocalTime& time) {
    const tm at = parts_of(time);
    const int offset_min = std::abs(time.utc_offset_s) / 60;
    return fmt::format("{:04}-{:02}-{:02}T{}.{:03}{}{:02}:{:02}", at.tm_year + 1900, at.tm_mon + 1,
                       at.tm_mday, clock_text(time), time.unix_ns % ns_per_second / 1'000'000,
                       time.utc_offset_s < 0 ? '-' : '+', offset_min / 60, offset_min % 60);
}

}  // namespace wbtrace::views
