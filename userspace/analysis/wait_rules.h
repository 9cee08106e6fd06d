// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "model/time_budget.h"

namespace wbtrace::analysis {

/// What a thread waits for whose stack has this function.
struct WaitRule {
    model::TimePart part;
    std::string_view function;  ///< its name; with a * behind it, how its name begins
    /// Only when one of these, further out, called it; empty: whoever did.
    std::span<const std::string_view> below = {};
};

/// THE table of waits: a kernel that names a function differently is one row more.
std::span<const WaitRule> wait_rules();

/// What a wait was for. `frames` are names of functions, innermost first, without the
/// compiler's suffixes. From the innermost frame outward the first that a rule names
/// decides, of several rules the first. TimePart::other when none does.
model::TimePart classify_wait(std::span<const std::string> frames);

/// The name without what compilers append: "foo.isra.0" is foo.
std::string_view plain_function(std::string_view name);

/// Frames of tracing and of the scheduler itself, which every wait has.
bool is_scheduler_frame(std::string_view function);

}  // namespace wbtrace::analysis
