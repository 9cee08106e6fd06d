// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <string>

#include "flame/stack_table.h"

namespace wbtrace::flame {

/// The table in the file format of speedscope: one sampled profile, a sample for each stack. Of a
/// compared table there are two, the base before. Units that speedscope does not know are
/// "none"; the title always says what is counted.
std::string to_speedscope(const StackTable& table);

}  // namespace wbtrace::flame
