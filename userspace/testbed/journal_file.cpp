// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "testbed/journal_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <string_view>

#include <fmt/format.h>

#include "base/durable_file.h"
#include "base/open_files.h"
#include "base/printable.h"
#include "host/pseudo_file.h"
#include "testbed/failure.h"

namespace wbtrace::testbed {
namespace {

constexpr std::string_view journal_title = "wbtrace-undo 1 ";

Result<void> check_ownership(const std::string& path) {
    struct stat about {};
    if (::lstat(path.c_str(), &about) != 0) return fail_with_errno("cannot open " + brief(path));
    if (!S_ISREG(about.st_mode) || about.st_uid != ::geteuid() || (about.st_mode & 022) != 0) {
        return fail(brief(path) + " is not a journal of ours: others may have written it",
                    "look at it, and undo by hand what it says");
    }
    return {};
}

}  // namespace

std::string boot_id() { return host::read_line("/proc/sys/kernel/random/boot_id").value_or("-"); }

Result<JournalContent> parse_journal(const std::string& text, const std::string& path) {
    JournalContent content;
    std::string_view rest = text;
    for (std::size_t number = 1; !rest.empty(); ++number) {
        const auto end = rest.find('\n');
        if (end == std::string_view::npos) break;
        const std::string_view line = rest.substr(0, end);
        rest.remove_prefix(end + 1);
        if (number == 1 && line.substr(0, journal_title.size()) == journal_title) {
            content.boot = line.substr(journal_title.size());
            continue;
        }
        auto entry = number == 1 ? std::nullopt : parse_undo_entry(line);
        if (!entry) {
            return fail(fmt::format("{}:{}: not a line of an undo journal", brief(path), number),
                        "undo by hand what the journal says, then remove it");
        }
        content.entries.push_back(std::move(*entry));
    }
    return content;
}

Result<JournalContent> read_journal(const std::string& path) {
    if (auto ours = check_ownership(path); !ours) return tl::unexpected(ours.error());
    const auto text = host::read_pseudo_file(path);
    if (!text) return fail_with_errno("cannot read " + brief(path));
    return parse_journal(*text, path);
}

Result<UniqueFd> write_journal(const std::string& path, const JournalContent& content) {
    std::string text = fmt::format("{}{}\n", journal_title, content.boot);
    for (const UndoEntry& entry : content.entries) text += to_line(entry) + "\n";
    UniqueFd fd = replace_file(path, text, 0600);
    if (!fd.valid()) return fail_with_errno("cannot make " + brief(path), remedy_for(errno));
    return fd;
}

Result<void> append_entry(int fd, const std::string& path, const UndoEntry& entry) {
    struct stat before {};
    if (::fstat(fd, &before) != 0) return fail_with_errno("cannot write " + brief(path));
    if (write_durably(fd, to_line(entry) + "\n")) return {};
    const auto error = fail_with_errno("cannot write " + brief(path));
    // A part of a line would spoil the one that comes after it.
    if (::ftruncate(fd, before.st_size) != 0) return fail_with_errno("cannot write " + brief(path));
    return error;
}

Result<void> remove_journal(const std::string& path) {
    if (::unlink(path.c_str()) != 0 && errno != ENOENT)
        return fail_with_errno("cannot remove " + brief(path));
    return {};
}

}  // namespace wbtrace::testbed
