// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// A comparison as text. Each layout is a file and a row of the table in layout.cpp.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "compare/comparison.h"

namespace wbtrace::compare {

enum class Layout { pair, lkp, grid, series, histogram, values, json, csv, markdown };

std::optional<Layout> layout_named(std::string_view name);

/// The words for it.
inline constexpr const char* layout_words =
    "pair lkp grid series histogram values json csv markdown";

/// What suits the groups best when nothing was asked for: pair for many cases, lkp for one.
Layout fitting_layout(const Comparison& comparison);

/// Names of cases and labels are made printable, or escaped as the form wants it.
std::string written(const Comparison& comparison, Layout layout);

}  // namespace wbtrace::compare
