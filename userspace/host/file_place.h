// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <cstdint>
#include <string>

namespace wbtrace::host {

/// A file as it was met, and where its file system is mounted.
struct MetFile {
    std::string path;
    std::string mount_point;
    std::uint64_t inode = 0;
    std::uint32_t generation = 0;
};

enum class FileStays { unknown, there, moved, gone };

struct FilePlace {
    FileStays stays = FileStays::unknown;
    std::string moved_to = {};  ///< empty when the kernel does not know the name at the moment
};

/// Whether the path still means that inode; when not, the file system is asked for the
/// inode by a handle (ext4, xfs, f2fs; needs CAP_DAC_READ_SEARCH): what it does not
/// have any more is gone. Unknown where handles are of another form.
FilePlace find_file(const MetFile& file);

}  // namespace wbtrace::host
