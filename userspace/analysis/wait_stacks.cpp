// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "analysis/wait_stacks.h"

#include <charconv>

#include "analysis/wait_rules.h"

namespace wbtrace::analysis {

namespace {

std::string number_text(std::uint64_t address) {
    char text[2 * sizeof address];
    return "0x" + std::string(text, std::to_chars(text, text + sizeof text, address, 16).ptr);
}

}  // namespace

std::vector<std::string> WaitStacks::names_of(std::uint64_t stack) const {
    std::vector<std::string> names;
    const auto found = stacks_.find(stack);
    if (found == stacks_.end()) return names;
    for (const std::uint64_t address : found->second) {
        // A return address: the call is the instruction before it.
        const auto name =
            context_.kernel_function ? context_.kernel_function(address - 1) : std::string{};
        if (name.empty())
            names.push_back(number_text(address));
        else if (const auto plain = plain_function(name); !is_scheduler_frame(plain))
            names.emplace_back(plain);
    }
    return names;
}

model::TimePart WaitStacks::part_of(std::uint64_t stack) {
    const auto known = parts_.find(stack);
    if (known != parts_.end()) return known->second;
    const auto part = classify_wait(names_of(stack));
    parts_.emplace(stack, part);
    return part;
}

}  // namespace wbtrace::analysis
