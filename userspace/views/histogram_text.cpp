// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "views/histogram_text.h"

#include <algorithm>

#include <fmt/format.h>

namespace wbtrace::views {

namespace {

constexpr std::size_t number_columns = 10;
constexpr std::size_t count_columns = 8;
constexpr std::size_t bar_columns = 40;
constexpr std::size_t around_bar = 11;  // " -> ", " : ", " |", "|" and one spare

std::string bar(std::uint64_t count, std::uint64_t most, std::size_t columns) {
    // Doubles: the product of two counts could overflow.
    const double share = static_cast<double>(count) / static_cast<double>(most);
    auto stars = static_cast<std::size_t>(share * static_cast<double>(columns));
    return fmt::format("{:<{}}", std::string(std::min(stars, columns), '*'), columns);
}

std::uint64_t last_value(const model::Histogram::Bucket& row) {
    return row.lt == UINT64_MAX ? row.lt : row.lt - 1;
}

}  // namespace

void write_histogram(TextPage& page, const model::Histogram& histogram, const std::string& unit) {
    const auto rows = histogram.powers_of_two();
    if (rows.empty()) return;
    std::uint64_t most = 0;
    for (const auto& row : rows) most = std::max(most, row.count);
    const auto numbers =
        std::max(number_columns, fmt::formatted_size("{}", last_value(rows.back())));
    const auto counts = std::max(count_columns, fmt::formatted_size("{}", most));
    const auto bars = std::min(bar_columns, page_columns - around_bar - 2 * numbers - counts);
    page.line(fmt::format("{:5}{:<{}} : {:<{}} distribution", "", unit, 2 * numbers - 1, "count",
                          counts));
    for (const auto& row : rows) {
        page.line(fmt::format("{:>{}} -> {:<{}} : {:<{}} |{}|", row.ge, numbers, last_value(row),
                              numbers, row.count, counts, bar(row.count, most, bars)));
    }
}

model::Histogram divided(const model::Histogram& histogram, std::uint64_t divisor) {
    model::Histogram result;
    for (const auto& bucket : histogram.buckets()) {
        const auto middle = bucket.ge + (bucket.lt - bucket.ge) / 2;
        const auto value = std::clamp(middle, histogram.min(), histogram.max());
        result.record(value / divisor, bucket.count);
    }
    return result;
}

void write_time_histogram(TextPage& page, const model::Histogram& histogram_ns, bool milliseconds) {
    write_histogram(page, divided(histogram_ns, milliseconds ? 1'000'000 : 1'000),
                    milliseconds ? "msecs" : "usecs");
}

}  // namespace wbtrace::views
