// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// The journal on disk: a first line "wbtrace-undo 1 <boot id>", then an entry a line.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "base/unique_fd.h"
#include "testbed/undo_entry.h"

namespace wbtrace::testbed {

struct JournalContent {
    std::string boot;  ///< of the kernel that was changed
    std::vector<UndoEntry> entries;
};

/// Of the running kernel; "-" when it does not tell.
std::string boot_id();

/// The text of a journal. A last line without a line feed is none: it was not yet on disk when
/// its change would have been made. Fails for anything else that to_text() does not write.
Result<JournalContent> parse_journal(const std::string& text, const std::string& path);

/// Reads one. Since it says what root is to do, a file that is not ours alone is refused.
Result<JournalContent> read_journal(const std::string& path);

/// Puts a journal in the place of the one that is there, all or nothing, and on disk. Returns the
/// file, open at its end.
Result<UniqueFd> write_journal(const std::string& path, const JournalContent& content);

/// Adds an entry, and returns when it is on disk.
Result<void> append_entry(int fd, const std::string& path, const UndoEntry& entry);

/// One that is gone already is no error.
Result<void> remove_journal(const std::string& path);

}  // namespace wbtrace::testbed
