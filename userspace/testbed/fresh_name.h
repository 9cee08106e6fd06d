// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <array>
#include <random>
#include <string>

#include <fmt/format.h>

namespace wbtrace::testbed {

/// 16 hexadecimal digits that nobody else has: names of what is made here.
inline std::string fresh_name() {
    std::random_device source;
    return fmt::format("{:08x}{:08x}", source(), source());
}

/// A random UUID (version 4), as the makers of file systems take it.
inline std::string fresh_uuid() {
    std::random_device source;
    const std::array<unsigned, 4> words{source(), source(), source(), source()};
    return fmt::format("{:08x}-{:04x}-4{:03x}-{:04x}-{:04x}{:08x}", words[0], words[1] >> 16U,
                       words[1] & 0xfffU, 0x8000U | (words[2] & 0x3fffU), words[2] >> 16U,
                       words[3]);
}

}  // namespace wbtrace::testbed
