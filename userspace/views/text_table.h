// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "views/text_page.h"

namespace wbtrace::views {

/// Rows of aligned columns: names to the left, figures to the right. When the
/// page is too narrow the widest column of names loses the middle of its names.
class TextTable {
public:
    TextTable(std::vector<std::string> heads, std::size_t name_columns)
        : name_columns_(name_columns), rows_{std::move(heads)} {}

    /// As many cells as there are heads, already printable.
    void row(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }

    /// Writes nothing when there are only heads.
    void write(TextPage& page) const;

private:
    [[nodiscard]] std::vector<std::size_t> column_widths() const;
    [[nodiscard]] std::string cell_text(const std::string& cell, std::size_t column,
                                        std::size_t width) const;

    std::size_t name_columns_;
    std::vector<std::vector<std::string>> rows_;  // the first one holds the heads
};

}  // namespace wbtrace::views
