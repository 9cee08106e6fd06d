// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "compare/json_path.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "base/printable.h"

namespace wbtrace::compare {

namespace {

using nlohmann::json;

const json* member(const json& object, std::string_view name) {
    if (!object.is_object()) return nullptr;
    const auto found = object.find(std::string(name));
    return found == object.end() ? nullptr : &*found;
}

/// Takes "[0]" off the front of `rest`.
const json* element(const json& list, std::string_view& rest) {
    const auto end = rest.find(']');
    if (!list.is_array() || end == rest.npos) return nullptr;
    std::size_t index = 0;
    const auto [stop, error] = std::from_chars(rest.data() + 1, rest.data() + end, index);
    if (error != std::errc{} || stop != rest.data() + end || index >= list.size()) return nullptr;
    rest.remove_prefix(end + 1);
    return &list[index];
}

}  // namespace

const json* value_at(const json& document, std::string_view path) {
    const json* at = &document;
    while (at != nullptr && !path.empty()) {
        if (path.front() == '[') {
            at = element(*at, path);
            continue;
        }
        if (path.front() == '.') path.remove_prefix(1);
        const auto name = path.substr(0, path.find_first_of(".["));
        path.remove_prefix(name.size());
        at = member(*at, name);
    }
    return at;
}

Result<std::optional<double>> number_at(const json& document, std::string_view path) {
    const json* found = value_at(document, path);
    if (found == nullptr || found->is_null()) return std::optional<double>{};
    if (found->is_boolean()) return std::optional<double>(found->get<bool>() ? 1 : 0);
    if (found->is_number()) return std::optional<double>(found->get<double>());
    if (found->is_object() && found->contains("buckets"))
        return fail(fmt::format("{} is a histogram", brief(path)),
                    "name one of its figures, such as .p50 or .count");
    return fail(fmt::format("{} is no number", brief(path)), "give the path of a single figure");
}

}  // namespace wbtrace::compare
