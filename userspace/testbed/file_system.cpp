// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "testbed/file_system.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/printable.h"
#include "base/unique_fd.h"
#include "testbed/failure.h"
#include "testbed/fresh_name.h"
#include "testbed/run_place.h"
#include "testbed/tool.h"
#include "testbed/unmount.h"

namespace wbtrace::testbed {
namespace {

using Words = std::vector<std::string>;

/// How its mkfs is told to overwrite, to be quiet, and by what it will be known.
struct FileSystemRow {
    std::string_view type;
    Words words;
    std::string_view mark_option;  ///< takes the uuid, or a label
    bool by_label = false;
};

const std::vector<FileSystemRow>& file_systems() {
    static const std::vector<FileSystemRow> rows{
        {"ext2", {"-q", "-F"}, "-U"},       {"ext3", {"-q", "-F"}, "-U"},
        {"ext4", {"-q", "-F"}, "-U"},       {"xfs", {"-q", "-f"}, "-muuid="},
        {"btrfs", {"-q", "-f"}, "-U"},      {"gfs2", {"-q", "-O", "-p", "lock_nolock"}, "-U"},
        {"f2fs", {"-q", "-f"}, "-l", true},
    };
    return rows;
}

const FileSystemRow* row_of(std::string_view type) {
    const auto& rows = file_systems();
    const auto found = std::find_if(rows.begin(), rows.end(),
                                    [&](const FileSystemRow& row) { return row.type == type; });
    return found == rows.end() ? nullptr : &*found;
}

/// What was dirtied by mkfs and mount must not be counted as the workload's.
Result<void> come_to_rest(const std::string& folder) {
    const UniqueFd fd(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!fd.valid() || ::syncfs(fd.get()) != 0)
        return fail_with_errno("cannot sync " + brief(folder));
    return {};
}

std::string numbers_of(const Words& devices) {
    Words numbers;
    for (const std::string& device : devices) numbers.push_back(device_numbers(device));
    return fmt::format("{}", fmt::join(numbers, ","));
}

}  // namespace

MakeFileSystem mkfs_words(const plan::FileSystem& fs, const Words& devices,
                          const std::string& profile) {
    MakeFileSystem result;
    Words& words = result.words;
    words.push_back("mkfs." + fs.type);
    if (const FileSystemRow* row = row_of(fs.type)) {
        words.insert(words.end(), row->words.begin(), row->words.end());
        result.mark = row->by_label ? "wbtrace-" + fresh_name() : fresh_uuid();
        words.emplace_back(row->mark_option);
        if (words.back().ends_with('='))
            words.back() += result.mark;
        else
            words.push_back(result.mark);
    }
    if (!profile.empty()) words.insert(words.end(), {"-d", profile});
    words.insert(words.end(), fs.mkfs_options.begin(), fs.mkfs_options.end());
    words.insert(words.end(), devices.begin(), devices.end());
    return result;
}

std::string mount_words(const plan::FileSystem& fs) {
    // Else a thread of the kernel writes the inode tables that mkfs has left out, for minutes.
    const bool lazy = fs.type == "ext4" || fs.type == "ext3";
    std::string options = lazy ? "noinit_itable" : "";
    if (!options.empty() && !fs.mount_options.empty()) options += ',';
    return options + fs.mount_options;
}

Result<void> make_file_system(const plan::FileSystem& fs, const Words& devices,
                              const std::string& profile, bool real, UndoJournal& journal) {
    const MakeFileSystem make = mkfs_words(fs, devices, profile);
    if (real && !make.mark.empty()) {
        for (const std::string& device : devices) {
            if (auto noted = journal.note({UndoKind::filesystem, {device, make.mark}}); !noted)
                return noted;
        }
    }
    const auto made = run_tool(make.words);
    if (!made) return tl::unexpected(made.error());
    return {};
}

Result<std::string> mount_file_system(const plan::FileSystem& fs, const Words& devices,
                                      UndoJournal& journal) {
    std::string folder = fmt::format("{}/mnt-{}", run_folder, fresh_name());
    if (auto made = make_own_folder(run_folder); !made) return tl::unexpected(made.error());
    if (auto noted = journal.note({UndoKind::folder, {folder}}); !noted)
        return tl::unexpected(noted.error());
    if (::mkdir(folder.c_str(), 0755) != 0) return fail_with_errno("cannot make " + folder);
    if (auto noted = journal.note({UndoKind::mount, {folder, numbers_of(devices)}}); !noted)
        return tl::unexpected(noted.error());
    Words words{"mount", "-t", fs.type};
    if (const std::string options = mount_words(fs); !options.empty())
        words.insert(words.end(), {"-o", options});
    words.insert(words.end(), {devices.front(), folder});
    if (const auto mounted = run_tool(words); !mounted) return tl::unexpected(mounted.error());
    // The workload may run as the user who called sudo.
    if (::chmod(folder.c_str(), 01777) != 0) return fail_with_errno("cannot open " + folder);
    if (auto rest = come_to_rest(folder); !rest) return tl::unexpected(rest.error());
    return folder;
}

}  // namespace wbtrace::testbed
