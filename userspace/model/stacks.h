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

/// A set of kinds.
constexpr unsigned bit_of(StackKind kind) { return 1U << static_cast<unsigned>(kind); }

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

using NameNumber = std::uint32_t;  ///< index into NamedStacks::names

/// A row whose addresses have become names, and from which the frames of the tracing are gone.
struct NamedStack {
    StackKind kind = StackKind::wait;
    std::uint32_t tgid = 0;
    std::uint32_t tid = 0;           ///< as in StackRow
    NameNumber process = 0;          ///< the program that it ran
    NameNumber thread = 0;           ///< the name of its thread
    std::vector<NameNumber> kernel;  ///< innermost first
    std::vector<NameNumber> user;    ///< likewise
    std::uint32_t cut = 0;           ///< how many of the two were deeper than what is kept
    std::uint64_t count = 0;
    std::uint64_t weight = 0;

    bool operator==(const NamedStack&) const = default;
};

/// All that flame graphs are drawn from: of a trace, or kept in a recording of it.
struct NamedStacks {
    unsigned kinds = 0;        ///< bit_of() those that were followed, whether they happened or not
    bool user_frames = false;  ///< frames of programs were asked for
    std::vector<std::string> names;
    std::vector<NamedStack> rows;
    std::vector<std::string> notes;  ///< what is missing in them

    bool operator==(const NamedStacks&) const = default;
};

}  // namespace wbtrace::model
