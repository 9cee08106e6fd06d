// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "events/kind_name.h"

#include <algorithm>
#include <cctype>

#include "bpf/abi/event_list.h"

namespace wbtrace::events {

namespace {

struct KindName {
    std::uint16_t kind;
    std::string_view name;
};
constexpr KindName kind_names[] = {
#define WB_KIND_NAME(number, name, type, what) {number, #name},
    WB_EVENT_LIST(WB_KIND_NAME)
#undef WB_KIND_NAME
};

}  // namespace

std::string_view kind_name(std::uint16_t kind) {
    for (const auto& row : kind_names)
        if (row.kind == kind) return row.name;
    return {};
}

std::string small_kind_name(std::uint16_t kind) {
    std::string name(kind_name(kind));
    std::transform(name.begin(), name.end(), name.begin(),
                   [](unsigned char letter) { return std::tolower(letter); });
    return name;
}

}  // namespace wbtrace::events
