// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// One change of this machine, in the words of the journal.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace wbtrace::testbed {

/// What was changed, and so how it is undone. Each undoing looks first whether the thing is still
/// the one that was made here, and does nothing when it is gone already.
enum class UndoKind {
    setting,     ///< path, value set (empty: any), path to write to, value to write there
    file,        ///< path of a file that was made
    folder,      ///< path of a folder that was made
    loop,        ///< device node, device and inode of the backing file
    mount,       ///< mount point, numbers of the devices that may carry it ("8:0,8:16")
    array,       ///< device node of an md array, its uuid
    superblock,  ///< device node of a member, the array's uuid
    filesystem   ///< device node, uuid or label of the file system made there
};

struct UndoEntry {
    UndoKind kind = UndoKind::setting;
    std::vector<std::string> words;  ///< as many as the kind has
};

/// A line of the journal without its line feed: words of any bytes, apart by single spaces.
std::string to_line(const UndoEntry& entry);

/// The reverse; empty for what to_line() does not write.
std::optional<UndoEntry> parse_undo_entry(std::string_view line);

}  // namespace wbtrace::testbed
