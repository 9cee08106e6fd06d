// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <cstdint>
#include <memory>

#include "base/result.h"
#include "symbols/address_spaces.h"
#include "symbols/binaries.h"

namespace wbtrace::capture {

/// Follows what every process maps to be executed, from start() on, with what the running ones
/// have. A thread reads it and opens each file when it is first seen.
class MappingWatch {
public:
    static Result<MappingWatch> start();
    MappingWatch(MappingWatch&&) noexcept;
    ~MappingWatch();

    struct Seen {
        symbols::AddressSpaces spaces;
        symbols::Binaries binaries;
        std::uint64_t lost = 0;  ///< records that found no room, or processes that were too many
    };
    /// Ends it. Once only.
    Seen finish();

private:
    struct Parts;
    explicit MappingWatch(std::unique_ptr<Parts> parts);
    std::unique_ptr<Parts> parts_;
};

}  // namespace wbtrace::capture
