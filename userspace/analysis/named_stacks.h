// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "analysis/trace_facts.h"
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

/// The rows by name, in their order, without those that counted nothing and without the frames of
/// the tracing itself. What was followed is for the caller to say.
model::NamedStacks named_stacks(const std::vector<model::StackRow>& rows, const StackNames& names);

/// What the facts of a cut tell of stacks, by function and without the frames of programs.
model::NamedStacks stacks_of_facts(const CutFacts& facts, std::uint64_t jiffies_per_second);

}  // namespace wbtrace::analysis
