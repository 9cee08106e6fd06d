// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/stacks.h"
#include "model/time_budget.h"

namespace wbtrace::flame {

enum class Weight {
    count,         ///< how often
    weight,        ///< as the kernel added it up
    microseconds,  ///< of a weight in ns
};

/// What a flame graph can be of.
struct Kind {
    std::string_view name;  ///< as the user writes it
    std::string_view title;
    std::string_view unit;
    model::StackKind stacks;
    Weight weight;
};

/// A kind as it was asked for: of waits perhaps only those for one thing.
struct Wish {
    const Kind* kind = nullptr;
    std::optional<model::TimePart> part = {};

    /// With what the waits were for.
    [[nodiscard]] std::string title() const;
};

/// "throttle", "io:requests", "offcpu:journal". The error lists what there is.
Result<Wish> wish_named(std::string_view name);

/// All names but the parts of waits, for help and completion.
std::vector<std::string> kind_names();

}  // namespace wbtrace::flame
