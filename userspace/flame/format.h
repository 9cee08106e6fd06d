// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "flame/stack_table.h"

namespace wbtrace::flame {

enum class Format { folded, svg, speedscope };

/// By its name, as --format has it.
std::optional<Format> format_named(std::string_view name);

/// By the file's ending: .svg, .json, else folded text.
Format format_of_file(std::string_view path);

std::string written(const StackTable& table, Format format);

}  // namespace wbtrace::flame
