// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "views/availability.h"

namespace wbtrace::views {

const std::string* why_unavailable(const model::Snapshot& snapshot, std::string_view path) {
    const auto& reasons = snapshot.capture.unavailable;
    for (;;) {
        const auto found = reasons.find(std::string{path});
        if (found != reasons.end()) return &found->second;
        const auto dot = path.rfind('.');
        if (dot == std::string_view::npos) return nullptr;
        path = path.substr(0, dot);
    }
}

}  // namespace wbtrace::views
