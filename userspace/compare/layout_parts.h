// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// What several layouts write in one way.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "compare/comparison.h"

namespace wbtrace::compare {

std::string pair_text(const Comparison& comparison);
std::string lkp_text(const Comparison& comparison);
std::string grid_text(const Comparison& comparison);
std::string series_text(const Comparison& comparison);
std::string histogram_text(const Comparison& comparison);
std::string values_text(const Comparison& comparison);
std::string json_text(const Comparison& comparison);
std::string csv_text(const Comparison& comparison);
std::string markdown_text(const Comparison& comparison);

/// What differs, and the stages that moved, for people; empty when there is nothing to say.
std::string why_text(const Comparison& comparison);

/// Those asked for, else the bandwidths, else all.
std::vector<std::string> table_metrics(const Comparison& comparison);

/// Five digits, without an exponent: "196.94", "13461".
std::string short_number(double value);

/// "+0.1%", or "-" when there is none.
std::string percent_text(const Change& change);

/// How far values scatter, in percent: " ±4%"; nothing when there is no spread, or it rounds to 0.
std::string spread_text(const Summary& summary);

/// "write_bw (MB/s)".
std::string with_unit(const std::string& metric);

/// The text in a column of that width, by what a terminal shows: at its right or left side.
std::string right(std::string_view text, std::size_t columns);
std::string left(std::string_view text, std::size_t columns);

/// How far the changes can be trusted: the test and its level, or that there is none.
std::string test_text(const Comparison& comparison);

}  // namespace wbtrace::compare
