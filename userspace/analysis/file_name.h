// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <string>

#include "analysis/context.h"
#include "bpf/abi/page_cache_events.h"

namespace wbtrace::analysis {

/// "/dir/file" from the root of its file system, or ".../dir/file" when the upper
/// folders found no room; empty for an inode without a name.
std::string path_in_filesystem(const wb_file_seen& record);

/// The path that a user would write: below the mount point of the file system, when
/// that is known and holds the file.
std::string path_of(const std::string& in_filesystem, std::uint32_t s_dev, const Context& context);

}  // namespace wbtrace::analysis
