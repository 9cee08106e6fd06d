// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "analysis/function_numbers.h"

#include <map>

namespace wbtrace::analysis {

void number_functions(const NameOfFunction& name_of, CutFacts& facts) {
    std::map<std::string, std::uint64_t> by_name;
    std::map<std::uint64_t, std::uint64_t> by_address;
    const auto number_of = [&](std::uint64_t address) {
        const auto [known, added] = by_address.try_emplace(address, 0);
        if (!added) return known->second;
        auto name = name_of(address);
        if (name.empty()) name = "[unknown]";
        const auto [number, first] = by_name.try_emplace(name, by_name.size() + 1);
        if (first) facts.kernel_functions.emplace(number->second, name);
        return known->second = number->second;
    };
    for (auto& [key, frames] : facts.times.kernel_stacks)
        for (auto& frame : frames) frame = number_of(frame);
}

}  // namespace wbtrace::analysis
