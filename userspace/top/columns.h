// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <cstddef>
#include <vector>

#include "top/table.h"

namespace wbtrace::top {

/// Where a column stands.
struct PlacedColumn {
    std::size_t index = 0;
    std::size_t at = 0;
    std::size_t width = 0;
};

struct PlacedColumns {
    std::size_t name_at = 0;
    std::size_t name_width = 0;
    std::vector<PlacedColumn> columns;
};

/// As many columns as have room, whole ones, those of a low rank first; `kept` in any case. The
/// name takes what is left; what a name in front does not need parts the figures.
PlacedColumns place_columns(const Table& table, std::size_t columns, std::size_t kept);

}  // namespace wbtrace::top
