// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "recording/format.h"

#include <xxhash.h>

namespace wbtrace::recording {

std::uint64_t checksum_of(std::span<const std::byte> bytes) {
    return XXH64(bytes.data(), bytes.size(), 0);
}

std::string_view name_of(ChunkKind kind) {
    switch (kind) {
    case ChunkKind::start: return "start";
    case ChunkKind::records: return "records";
    case ChunkKind::cut: return "cut";
    case ChunkKind::end: return "end";
    case ChunkKind::gap: return "gap";
    case ChunkKind::index: return "index";
    case ChunkKind::names: return "names";
    case ChunkKind::stacks: return "stacks";
    }
    return {};
}

}  // namespace wbtrace::recording
