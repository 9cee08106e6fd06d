// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "top/table.h"

#include <strings.h>

namespace wbtrace::top {

std::vector<Value> sums(const Table& table) {
    std::vector<Value> total(table.columns.size());
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
        if (table.columns[i].unit == Unit::text) total[i].text = " ";
        if (!table.columns[i].sums) continue;
        for (const Row& row : table.rows)
            if (row.sums && row.values[i].number)
                total[i].number = total[i].number.value_or(0) + *row.values[i].number;
    }
    return total;
}

std::string value_text(const Column& column, const Value& value) {
    if (value.number) return amount_text(column.unit, value.number);
    return value.text.empty() ? "-" : value.text;
}

std::optional<std::size_t> column_named(const Table& table, const std::string& head) {
    for (std::size_t i = 0; i < table.columns.size(); ++i)
        if (::strcasecmp(table.columns[i].head, head.c_str()) == 0) return i;
    return std::nullopt;
}

}  // namespace wbtrace::top
