// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "views/json_sections.h"

namespace wbtrace::views {

namespace {

void set_null_below(Json& node, std::string_view path);

void set_null_in_each(Json& node, std::string_view rest) {
    if (!node.is_array()) return;
    for (auto& element : node) set_null_below(element, rest);
}

void set_null_below(Json& node, std::string_view path) {
    const auto dot = path.find('.');
    auto key = path.substr(0, dot);
    const auto rest = dot == std::string_view::npos ? std::string_view{} : path.substr(dot + 1);
    const bool each = key.ends_with("[]");
    if (each) key.remove_suffix(2);
    if (!node.is_object()) return;
    const auto found = node.find(std::string{key});
    if (found == node.end()) return;
    if (each) {
        if (!rest.empty()) set_null_in_each(*found, rest);
    } else if (rest.empty()) {
        *found = nullptr;
    } else {
        set_null_below(*found, rest);
    }
}

}  // namespace

void set_null(Json& document, std::string_view path) { set_null_below(document, path); }

}  // namespace wbtrace::views
