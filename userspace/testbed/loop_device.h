// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>

#include "base/result.h"
#include "testbed/bed.h"

namespace wbtrace::testbed {

struct LoopWish {
    std::string folder;                         ///< where its file is to lie
    std::uint64_t bytes = 0;                    ///< the file's size; it begins without blocks
    std::optional<unsigned> sector_bytes = {};  ///< logical block size; empty: the kernel's, 512
};

/// Makes a file and a loop device over it that bypasses the page cache of the file, so that
/// dirty limits meet the pages of the case alone. Returns its node.
Result<std::variant<std::string, Skip>> make_loop_device(const LoopWish& wish,
                                                         UndoJournal& journal);

/// The file that one was made for, as it was then.
struct LoopBacking {
    std::string device, inode;  ///< its numbers, in decimal
    std::string path;
};

/// Undoing: detaches the device if it still stands on that file.
Result<void> detach_loop_device(const std::string& node, const LoopBacking& backing);

}  // namespace wbtrace::testbed
