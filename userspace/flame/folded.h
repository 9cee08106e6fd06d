// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "flame/stack_table.h"

namespace wbtrace::flame {

/// Folded text, as flamegraph.pl, inferno and speedscope take it: a line for each stack,
/// "frame;frame;frame WEIGHT", outermost first; when the table is compared, "... BASE WEIGHT".
/// Frames as in frame_text.h. Stacks without any weight are left out.
std::string to_folded(const StackTable& table);

/// Reads such text, of ours or of others. When each line has two counts the table is compared, and
/// the first is the base's. Empty lines and those that begin with "#" are skipped; the error of any
/// other names the line. The subject is left to the caller: the text does not tell it.
Result<StackTable> from_folded(std::string_view text);

}  // namespace wbtrace::flame
