// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "analysis/context.h"
#include "events/task_times.h"
#include "model/time_budget.h"

namespace wbtrace::analysis {

/// What the kernel stacks of waits say, each looked up once. Refers to what it is given.
class WaitStacks {
public:
    WaitStacks(const events::Stacks& stacks, const Context& context)
        : stacks_(stacks), context_(context) {}

    /// TimePart::other for a stack that was not kept.
    model::TimePart part_of(std::uint64_t stack);

    /// Functions, innermost first, without those that every wait has. An address that has no
    /// name stays a number.
    [[nodiscard]] std::vector<std::string> names_of(std::uint64_t stack) const;

private:
    const events::Stacks& stacks_;
    const Context& context_;
    std::map<std::uint64_t, model::TimePart> parts_;
};

}  // namespace wbtrace::analysis
