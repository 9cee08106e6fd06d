// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "top/path_text.h"

#include "base/printable.h"

namespace wbtrace::top {

std::string path_text(std::string_view path, std::size_t columns) {
    if (display_width(path) <= columns) return std::string(path);
    const auto slash = path.rfind('/');
    const bool is_path = slash != path.npos && !path.starts_with('[');  // "[direct I/O]"
    if (!is_path || slash == 0) return shorten_middle(path, columns);
    const auto name = path.substr(slash);
    const auto needed = display_width(name) + 1;  // with the ellipsis
    if (needed > columns) return shorten_middle(path, columns);
    std::string text;
    std::size_t used = needed;
    for (auto rest = path; used + display_width(first_cell(rest)) <= columns;
         rest.remove_prefix(first_cell(rest).size())) {
        text += first_cell(rest);
        used += display_width(first_cell(rest));
    }
    text += "…";
    return text += name;
}

}  // namespace wbtrace::top
