// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <string>
#include <string_view>

#include "flame/stack_table.h"

namespace wbtrace::flame {

/// A frame as folded text has it: the name, with "_[k]" behind one of the kernel, "-" for a gap.
/// What would be taken for something else is written byte by byte as \xNN: ";" and blanks, which
/// separate, the backslash itself, all that base/printable.h does not let through, and what would
/// make a name look like another kind of frame. unfold_frame() takes it back.
std::string fold_frame(const Frame& frame);

/// The frame of such a text, or of that of another tool. `depth` is 0 for the outermost.
Frame unfold_frame(std::string_view text, std::size_t depth);

/// How a thread's frame is named, behind that of its process: "[writer/1234]".
std::string thread_name(std::string_view comm, std::uint32_t tid);

}  // namespace wbtrace::flame
