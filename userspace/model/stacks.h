// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// Stacks as plain values, with what was added up for each.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace wbtrace::model {

/// As enum wb_stack_kind numbers them; the unit of the weight behind.
enum class StackKind {
    wait,      ///< ns asleep
    throttle,  ///< ns of pause
    io,        ///< bytes
    io_time,   ///< ns in the device
    dirty,     ///< pages
    lock,      ///< ns
    cpu,       ///< samples
};
inline constexpr std::size_t stack_kind_count = 7;

struct StackRow {
    StackKind kind = StackKind::wait;
    std::uint32_t tgid = 0;
    std::uint32_t tid = 0;    ///< with --threads, else 0
    std::uint32_t birth = 0;  ///< tells apart processes that had the same number
    std::string comm;
    std::vector<std::uint64_t> kernel;  ///< return addresses, innermost first
    std::vector<std::uint64_t> user;    ///< likewise; empty unless they were asked for
    std::uint64_t first_ns = 0;         ///< CLOCK_MONOTONIC, when the row was made
    std::uint64_t count = 0;
    std::uint64_t weight = 0;
};

}  // namespace wbtrace::model
