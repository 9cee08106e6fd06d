// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "flame/kinds.h"
#include "flame/stack_table.h"
#include "model/stacks.h"

namespace wbtrace::analysis {

/// How addresses and processes of a trace are called. `innermost`: the address is where something
/// ran, else where it will go on after a call.
struct StackNames {
    std::function<std::string(std::uint64_t address, bool innermost)> kernel;
    std::function<std::string(std::uint32_t process, std::uint64_t time_ns, std::uint64_t address,
                              bool innermost)>
        user;
    /// Empty: not known.
    std::function<std::string(std::uint32_t process, std::uint64_t time_ns)> process;
};

/// The stacks of the rows that a wish is about, by name, each with its process (and its
/// thread, when they are told apart) first. Frames of the tracing itself are left out. Weights in
/// µs are rounded so that they add up to the sum. Stacks that were cut are told as a note.
flame::StackTable stack_table(const std::vector<model::StackRow>& rows, const flame::Wish& wish,
                              const StackNames& names);

}  // namespace wbtrace::analysis
