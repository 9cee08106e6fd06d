// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <algorithm>
#include <array>
#include <compare>
#include <cstdint>
#include <iterator>
#include <string>

#include "analysis/context.h"
#include "bpf/abi/writeback_events.h"

namespace wbtrace::analysis {

/// Which backing device a writeback record is about. The bytes are kept as they came,
/// so that a record costs no allocation.
struct BdiKey {
    std::uint32_t dev = 0;  ///< 0: nothing behind it (btrfs)
    std::array<__u8, WB_BDI_NAME_LEN> bdi_name{};

    template <typename Record>
    static BdiKey of(const Record& record) {
        BdiKey key;
        key.dev = record.dev;
        std::copy(std::begin(record.bdi_name), std::end(record.bdi_name), key.bdi_name.begin());
        return key;
    }

    auto operator<=>(const BdiKey&) const = default;
};

/// The name that people know: of the device, else of the bdi, else its number.
std::string readable_name(const BdiKey& bdi, const Context& context);

/// Of no other bdi, and the same however much becomes known of it.
std::string unique_name(const BdiKey& bdi);

}  // namespace wbtrace::analysis
