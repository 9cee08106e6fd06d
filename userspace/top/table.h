// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// What a pane shows, before it is put in order and laid out.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "top/amounts.h"

namespace wbtrace::top {

struct Column {
    const char* head;  ///< also the word for --sort
    const char* what;  ///< for the page of one row: "bytes dirtied a second"
    Unit unit = Unit::text;
    unsigned rank = 0;      ///< those of a high rank go first when there is no room
    std::size_t width = 0;  ///< of text; 0: by the unit and the head
    bool sums = false;      ///< adds up over rows
    std::string why = {};   ///< figures that are "?" could not be had
};

/// A figure, or a word.
struct Value {
    std::optional<double> number = {};
    std::string text = {};  ///< printable; where there is no number
};

struct Row {
    std::string key;   ///< tells rows apart from one interval to the next
    std::string name;  ///< printable
    std::vector<Value> values;
    std::string beneath = {};  ///< key of the row that this one lies under
    bool sums = true;          ///< counts in the sums: not what comes again in a row beneath it
    bool last = false;         ///< behind all others: what was folded
    bool ended = false;        ///< was there in the interval before, and is not in this one
};

struct Table {
    const char* name_head = "";
    bool name_first = true;           ///< else behind the figures, with all the room that is left
    std::size_t narrowest_name = 10;  ///< columns that figures leave to it
    std::vector<Column> columns = {};
    std::vector<Row> rows = {};
    std::string empty = {};  ///< what is said when there are no rows
};

/// Its sums over all rows, of columns that add up; each value empty when no row has one.
std::vector<Value> sums(const Table& table);

/// "12.3k", "?", "-".
std::string value_text(const Column& column, const Value& value);

/// The column of this head, in any case.
std::optional<std::size_t> column_named(const Table& table, const std::string& head);

}  // namespace wbtrace::top
