// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <variant>

#include "symbols/address_spaces.h"

namespace wbtrace::symbols {

/// What the kernel told about a process by a perf record.
struct MappingRecord {
    struct Forked {
        std::uint32_t parent;
    };
    struct Named {
        std::string comm;
        bool by_exec;
    };
    struct Lost {
        std::uint64_t records;
    };

    std::uint64_t time_ns = 0;  ///< CLOCK_MONOTONIC; 0 of what has none
    std::uint32_t process = 0;
    /// Empty: it does not concern us.
    std::variant<std::monostate, Forked, Named, Mapping, Lost> what = {};
};

/// A whole record of the events that MappingWatch opens. Never reads beyond it.
MappingRecord parse_mapping_record(std::span<const std::byte> record);

}  // namespace wbtrace::symbols
