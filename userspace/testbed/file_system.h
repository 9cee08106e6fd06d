// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "plan/case.h"
#include "testbed/bed.h"

namespace wbtrace::testbed {

/// The program that makes it and how, so that it can be recognised later.
struct MakeFileSystem {
    std::vector<std::string> words;  ///< mkfs.X and its arguments; the last are the devices
    std::string mark;                ///< its uuid, or its label where no uuid can be given
};

/// What is run to make the file system on these devices. The plan's options come behind ours,
/// and so win. `profile` is btrfs's for data; empty: its own choice.
MakeFileSystem mkfs_words(const plan::FileSystem& fs, const std::vector<std::string>& devices,
                          const std::string& profile);

/// What mount(8) gets behind -o: the plan's options, and before them what keeps the kernel from
/// writing by itself while a case is measured. Empty: none.
std::string mount_words(const plan::FileSystem& fs);

/// Makes it. On real devices its mark is noted first, so that no signature is left behind.
Result<void> make_file_system(const plan::FileSystem& fs, const std::vector<std::string>& devices,
                              const std::string& profile, bool real, UndoJournal& journal);

/// Mounts it on a new folder of ours, which everybody can write to, and comes back when nothing
/// is left to be written. Returns the folder.
Result<std::string> mount_file_system(const plan::FileSystem& fs,
                                      const std::vector<std::string>& devices,
                                      UndoJournal& journal);

}  // namespace wbtrace::testbed
