// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/unique_fd.h"

namespace wbtrace::symbols {

/// Where files with the symbols of others are looked for.
struct DebugFolders {
    /// Of distributions: has .build-id/xx/yyyy.debug, and trees as those of the binaries.
    std::string debug = "/usr/lib/debug";
    std::string debuginfod = {};  ///< cache of debuginfod clients: BUILDID/debuginfo; or empty
    std::string perf = {};        ///< cache of perf: .build-id/xx/yyyy/{debug,elf}; or empty

    /// Those of this user.
    static DebugFolders usual();
};

/// What a binary says about its debug file.
struct DebugReference {
    std::string binary;          ///< path of the binary
    std::string build_id;        ///< in hexadecimal digits, or empty
    std::string link;            ///< file name in .gnu_debuglink, or empty
    std::uint32_t checksum = 0;  ///< CRC-32 that goes with it
};

/// "a1b2..."
std::string build_id_text(std::span<const unsigned char> id);

/// Where the debug file may be, the most likely place first. Those by build id are right when they
/// are there.
std::vector<std::string> places_by_build_id(const DebugReference& of, const DebugFolders& folders);
std::vector<std::string> places_by_link(const DebugReference& of, const DebugFolders& folders);

/// The debug file, open for reading; no network is asked. One found by its link must have the
/// checksum. None: an invalid descriptor. `found` is its path.
UniqueFd open_debug_file(const DebugReference& of, const DebugFolders& folders, std::string& found);

}  // namespace wbtrace::symbols
