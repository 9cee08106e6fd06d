// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// Stacks by name as the JSON that stands in the chunks `stacks`. Each chunk has names of its own,
// so that many stacks are several chunks that can be read alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <nlohmann/json.hpp>

#include "model/stacks.h"

namespace wbtrace::recording {

/// Rows that follow one another, of all that there are.
struct StacksPart {
    model::NamedStacks stacks;
    std::uint64_t first_row = 0;
    std::uint64_t all_rows = 0;
};

/// At most so many rows each, at least one part.
std::vector<StacksPart> parts_of(const model::NamedStacks& stacks, std::size_t most_rows);

/// Puts a part behind those before it. False: it is not the next one.
bool append(StacksPart part, model::NamedStacks& to);

void to_json(nlohmann::json& to, const StacksPart& from);
/// Throws when a row names what is not there.
void from_json(const nlohmann::json& from, StacksPart& to);

}  // namespace wbtrace::recording
