// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <string>

#include "base/result.h"

namespace wbtrace {

enum class FileUse { read, written };

/// Claims an open regular file for as long as the descriptor is open, so that nobody else of us
/// writes what is read or written here: not under another name, not in another process, and not
/// as another output of this one. Fails for what is to be written and claimed already; to read
/// what another one writes is no harm. What is no regular file, and a file system without locks,
/// has nothing to claim.
Result<void> claim_file(int fd, const std::string& name, FileUse use);

}  // namespace wbtrace
