// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace wbtrace::host {

/// The whole of a small file, as sysfs and procfs have them; empty when it is
/// absent or cannot be read. At most 16 MiB.
std::optional<std::string> read_pseudo_file(const std::string& path);

/// The first line without its line feed.
std::optional<std::string> read_line(const std::string& path);

/// The first line as a decimal number; empty also when it is something else,
/// such as the "-1" of a setting that is off.
std::optional<std::uint64_t> read_number(const std::string& path);

/// The text between [ and ]: how the kernel marks the chosen one of several words.
/// A single word without brackets is returned as it is; empty for several.
std::optional<std::string> chosen_word(std::string_view line);

}  // namespace wbtrace::host
