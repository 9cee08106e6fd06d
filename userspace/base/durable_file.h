// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// Files that are whole whenever the machine stops.
#pragma once

#include <sys/types.h>

#include <string>
#include <string_view>

#include "base/unique_fd.h"

namespace wbtrace {

/// Writes all of the text and waits until it is on the medium. False, with errno: it is not.
bool write_durably(int fd, std::string_view text);

/// Puts a file with this text in the place of another, or where there was none: whoever looks sees
/// the old one or all of the new one. It is open for appending. Invalid, with errno: it could
/// not be done, or is not sure to last.
UniqueFd replace_file(const std::string& path, std::string_view text, mode_t mode);

}  // namespace wbtrace
