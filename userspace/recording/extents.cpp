// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "recording/extents.h"

#include <algorithm>

namespace wbtrace::recording {

std::optional<std::uint64_t> Extents::find(std::uint64_t bytes, std::uint64_t limit) const {
    std::uint64_t free_from = 0;
    for (const auto& [offset, taken] : taken_) {
        if (offset - free_from >= bytes) return free_from;
        free_from = offset + taken;
    }
    if (limit != 0 && free_from + bytes > limit) return std::nullopt;
    return free_from;
}

std::uint64_t Extents::end() const {
    return taken_.empty() ? 0 : taken_.rbegin()->first + taken_.rbegin()->second;
}

}  // namespace wbtrace::recording
