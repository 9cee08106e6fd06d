// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// Figures for columns whose head says what they are: at most as wide as their column, so that no
// number is ever cut. K, M, G are powers of 1024 for bytes and of 1000 for counts.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace wbtrace::top {

enum class Unit {
    count,    ///< "12", "0.3", "1234", "12.3k"
    bytes,    ///< "512", "4.0K", "1.21M"
    time,     ///< of ns: "512ns", "12.3us", "4.02s"
    percent,  ///< of a share of 1: "0.3", "81", "1240"
    text,
};

/// Columns that the widest figure of the unit takes.
std::size_t widest(Unit unit);

/// "-" for none.
std::string amount_text(Unit unit, std::optional<double> value);

}  // namespace wbtrace::top
