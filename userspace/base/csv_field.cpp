// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "base/csv_field.h"

#include "base/printable.h"

namespace wbtrace {

void add_csv_field(std::string_view value, std::string& to) {
    const auto text = printable(value);
    if (text.find_first_of(",\"") == text.npos) {
        to += text;
        return;
    }
    to += '"';
    for (const char letter : text) to.append(letter == '"' ? 2 : 1, letter);
    to += '"';
}

}  // namespace wbtrace
