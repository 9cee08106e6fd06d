// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// Values of files in /proc/sys and /sys, changed so that they can be put back.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "plan/case.h"
#include "testbed/bed.h"

namespace wbtrace::testbed {

/// The value of such a file, of "[none] mq-deadline" the chosen word. Empty when there is no
/// such file, or it cannot be read.
std::optional<std::string> read_setting(const std::string& path);

/// Writes a value; fails when the kernel refuses it.
Result<void> write_setting(const std::string& path, const std::string& value);

/// vm.dirty_bytes and its background. A ratio that was in force is what undoing brings back.
/// `root` stands before /proc.
Result<void> set_dirty_limits(const plan::Dirty& dirty, UndoJournal& journal,
                              const std::string& root = "");

/// The settings of one device, the scheduler first, since it resets others. Returns why the
/// kernel does not have one of them.
Result<std::optional<Skip>> set_queue(const std::string& queue_folder,
                                      const std::vector<plan::QueueSetting>& settings,
                                      UndoJournal& journal);

/// Writes back what is dirty and forgets what is clean.
Result<void> drop_caches();

}  // namespace wbtrace::testbed
