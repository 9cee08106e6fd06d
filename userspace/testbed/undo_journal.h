// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// What was changed on this machine, on disk before it is changed, so that it can be undone also
// by another process after this one was killed.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/unique_fd.h"
#include "testbed/undo_entry.h"

namespace wbtrace::testbed {

/// Where the lock is and where the paths of unfinished journals are kept.
inline constexpr const char* run_folder = "/run/wbtrace";

/// What came of undoing.
struct UndoReport {
    std::size_t undone = 0;           ///< entries that need no more work
    std::vector<std::string> left;    ///< one line each: changed by somebody else, and left so
    std::vector<std::string> failed;  ///< one line each: these entries stay in the journal
    [[nodiscard]] bool ok() const { return failed.empty(); }
    void add(UndoReport other);
};

/// The journal of a running matrix. As long as it lives no other matrix of this machine can begin
/// or restore. Destroyed without finish(), it leaves the file for the next start.
class UndoJournal {
public:
    /// Makes FOLDER/undo-journal. Fails when a matrix runs already (its pid is told), when the
    /// folder holds an unfinished journal (restore first), and without the rights to do so.
    static Result<UndoJournal> begin(const std::string& folder,
                                     const std::string& global = run_folder);

    /// To be called before the change is made: on return the entry is on disk.
    Result<void> note(const UndoEntry& entry);
    /// The number of entries so far: a place to go back to.
    [[nodiscard]] std::size_t mark() const { return entries_.size(); }
    /// Undoes what was noted after the mark, the last first. What fails is kept in the journal.
    UndoReport undo_to(std::size_t mark);
    /// Undoes what is left and, when nothing failed, removes the journal.
    UndoReport finish();

private:
    UndoJournal() = default;
    Result<void> rewrite();

    std::string path_;
    std::string link_;  ///< below the global folder, leads to path_
    std::vector<UndoEntry> entries_;
    UniqueFd file_;
    UniqueFd lock_;
};

/// What was restored of earlier matrices.
struct RestoreReport {
    std::vector<std::string> journals;  ///< paths of those that were found unfinished
    UndoReport undo;
};

/// Undoes all that killed matrices have left, as far as their journals can be found: those of this
/// boot, and the one in `folder` (if not empty) also after a reboot. Fails when a matrix runs.
Result<RestoreReport> restore_unfinished(const std::string& folder = {},
                                         const std::string& global = run_folder);

}  // namespace wbtrace::testbed
