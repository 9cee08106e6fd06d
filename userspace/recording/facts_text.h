// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// Facts as the JSON that stands in the chunks `start`, `cut`, `end` and `stacks`.
#pragma once

#include <string>
#include <string_view>

#include "analysis/trace_facts.h"
#include "base/result.h"
#include "recording/stacks_json.h"

namespace wbtrace::recording {

/// A name that is not plain text is written as "hex:" and its bytes, so that every byte of it
/// comes back.
std::string facts_text(const analysis::StartFacts& facts);
std::string facts_text(const analysis::CutFacts& facts);
std::string facts_text(const StacksPart& part);

/// Nothing in the text is trusted. What is missing has its default; what is not known is left
/// out. Names that live reports take as they are cannot hold anything but printable text.
Result<analysis::StartFacts> read_start_facts(std::string_view text);
Result<analysis::CutFacts> read_cut_facts(std::string_view text);
Result<StacksPart> read_stacks_part(std::string_view text);

}  // namespace wbtrace::recording
