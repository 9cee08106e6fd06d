// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "testbed/undo_journal.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "base/open_files.h"
#include "base/printable.h"
#include "testbed/journal_file.h"
#include "testbed/run_place.h"
#include "testbed/undo.h"

namespace wbtrace::testbed {
namespace {

/// The entries that could not be undone, in their old order.
std::vector<UndoEntry> undo_backwards(std::vector<UndoEntry> entries, UndoReport& report) {
    std::vector<UndoEntry> kept;
    for (; !entries.empty(); entries.pop_back()) {
        std::string note;
        const auto done = undo(entries.back(), note);
        if (!done) {
            report.failed.push_back(done.error().what);
            kept.push_back(std::move(entries.back()));
            continue;
        }
        if (*done == Undone::left_as_it_is)
            report.left.push_back(note);
        else
            ++report.undone;
    }
    std::reverse(kept.begin(), kept.end());
    return kept;
}

/// What a restart has undone by itself: the settings that the kernel had.
bool outlives_boot(const UndoEntry& entry) { return entry.kind != UndoKind::setting; }

void restore_journal(const std::string& path, RestoreReport& report) {
    if (::access(path.c_str(), F_OK) != 0) {
        report.undo.left.push_back(
            brief(path) + " was removed: what its matrix has changed is not known any more");
        return;
    }
    report.journals.push_back(path);
    auto content = read_journal(path);
    if (!content) {
        report.undo.failed.push_back(content.error().what);
        return;
    }
    if (content->boot != boot_id()) {
        const auto gone =
            std::stable_partition(content->entries.begin(), content->entries.end(), outlives_boot);
        content->entries.erase(gone, content->entries.end());
    }
    content->entries = undo_backwards(std::move(content->entries), report.undo);
    const auto saved = content->entries.empty() ? remove_journal(path)
                                                : write_journal(path, *content).map([](auto&&) {});
    if (!saved) report.undo.failed.push_back(saved.error().what);
}

}  // namespace

void UndoReport::add(UndoReport other) {
    undone += other.undone;
    std::move(other.left.begin(), other.left.end(), std::back_inserter(left));
    std::move(other.failed.begin(), other.failed.end(), std::back_inserter(failed));
}

Result<UndoJournal> UndoJournal::begin(const std::string& folder, const std::string& global) {
    UndoJournal journal;
    auto lock = lock_run_place(global);
    if (!lock) return tl::unexpected(lock.error());
    journal.lock_ = std::move(*lock);
    std::error_code error;
    const std::string real = std::filesystem::canonical(folder, error).string();
    if (error) return fail(fmt::format("cannot open {}: {}", brief(folder), error.message()));
    journal.path_ = real + "/undo-journal";
    if (std::filesystem::exists(std::filesystem::symlink_status(journal.path_, error))) {
        return fail(brief(folder) + " holds the journal of a matrix that was not taken down",
                    "run: wbtrace matrix --restore");
    }
    if (auto written = journal.rewrite(); !written) return tl::unexpected(written.error());
    auto link = link_journal(global, journal.path_);
    if (!link) return tl::unexpected(link.error());
    journal.link_ = std::move(*link);
    return journal;
}

Result<void> UndoJournal::rewrite() {
    auto file = write_journal(path_, {boot_id(), entries_});
    if (!file) return tl::unexpected(file.error());
    file_ = std::move(*file);
    return {};
}

Result<void> UndoJournal::note(const UndoEntry& entry) {
    if (auto written = append_entry(file_.get(), path_, entry); !written) return written;
    entries_.push_back(entry);
    return {};
}

UndoReport UndoJournal::undo_to(std::size_t mark) {
    UndoReport report;
    if (mark >= entries_.size()) return report;
    const auto from = entries_.begin() + static_cast<std::ptrdiff_t>(mark);
    auto kept = undo_backwards({from, entries_.end()}, report);
    entries_.erase(from, entries_.end());
    std::move(kept.begin(), kept.end(), std::back_inserter(entries_));
    if (auto written = rewrite(); !written) report.failed.push_back(written.error().what);
    return report;
}

UndoReport UndoJournal::finish() {
    UndoReport report = undo_to(0);
    if (!report.ok()) return report;
    if (auto removed = remove_journal(path_); !removed)
        report.failed.push_back(removed.error().what);
    ::unlink(link_.c_str());
    return report;
}

Result<RestoreReport> restore_unfinished(const std::string& folder, const std::string& global) {
    auto lock = lock_run_place(global);
    if (!lock) return tl::unexpected(lock.error());
    RestoreReport report;
    for (const auto& [link, path] : linked_journals(global)) {
        const std::size_t failures = report.undo.failed.size();
        restore_journal(path, report);
        if (report.undo.failed.size() == failures) ::unlink(link.c_str());
    }
    std::error_code error;
    const std::string real = std::filesystem::canonical(folder, error).string();
    const std::string own = real + "/undo-journal";
    const auto& found = report.journals;
    if (!real.empty() && ::access(own.c_str(), F_OK) == 0 &&
        std::find(found.begin(), found.end(), own) == found.end()) {
        restore_journal(own, report);
    }
    return report;
}

}  // namespace wbtrace::testbed
