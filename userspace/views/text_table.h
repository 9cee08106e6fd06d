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
        : names_end_(name_columns), rows_{{std::move(heads), ""}} {}

    /// The names stand behind the figures, in one column: paths, which take what is left.
    static TextTable with_names_last(std::vector<std::string> heads);

    /// As many cells as there are heads, already printable. What `tail` adds to the last
    /// cell is never shortened.
    void row(std::vector<std::string> cells, std::string tail = "") {
        rows_.push_back({std::move(cells), std::move(tail)});
    }

    /// Writes nothing when there are only heads.
    void write(TextPage& page) const;

private:
    struct Row {
        std::vector<std::string> cells;
        std::string tail;
    };

    [[nodiscard]] bool is_name(std::size_t column) const {
        return column >= names_begin_ && column < names_end_;
    }
    [[nodiscard]] std::vector<std::size_t> column_widths() const;
    [[nodiscard]] std::string cell_text(const Row& row, std::size_t column,
                                        std::size_t width) const;

    std::size_t names_begin_ = 0;
    std::size_t names_end_;
    std::vector<Row> rows_;  // the first one holds the heads
};

}  // namespace wbtrace::views
