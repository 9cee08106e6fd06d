// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "testbed/settings.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/unique_fd.h"
#include "host/pseudo_file.h"
#include "plan/axis_words.h"
#include "testbed/failure.h"

namespace wbtrace::testbed {
namespace {

/// A limit in bytes and the same in percent: the kernel uses the one that was written last, and
/// shows 0 in the other.
Result<void> set_limit(const std::string& bytes_path, const std::string& ratio_path,
                       const std::string& value, UndoJournal& journal) {
    const auto bytes = read_setting(bytes_path);
    const auto ratio = read_setting(ratio_path);
    if (!bytes || !ratio) return fail_with_errno("cannot read " + bytes_path);
    const bool by_ratio = *bytes == "0";
    auto noted = journal.note(
        {UndoKind::setting,
         {bytes_path, value, by_ratio ? ratio_path : bytes_path, by_ratio ? *ratio : *bytes}});
    if (!noted) return noted;
    return write_setting(bytes_path, value);
}

/// A scheduler comes with its own values of these, so they are put back after it.
Result<void> note_scheduler_companions(const std::string& folder, UndoJournal& journal) {
    for (const char* name : {"nr_requests", "wbt_lat_usec"}) {
        const std::string path = folder + "/" + name;
        const auto value = read_setting(path);
        if (!value) continue;
        if (auto noted = journal.note({UndoKind::setting, {path, "", path, *value}}); !noted)
            return noted;
    }
    return {};
}

/// Sets one; returns why it is not to be had.
Result<std::optional<Skip>> set_queue_setting(const std::string& folder,
                                              const plan::QueueSetting& setting,
                                              UndoJournal& journal) {
    if (!plan::is_kernel_name(setting.name))
        return fail("no queue setting is named " + brief(setting.name));
    const std::string path = folder + "/" + setting.name;
    const auto old = read_setting(path);
    if (!old) return std::optional(Skip{"this kernel has no " + path});
    if (setting.name == "scheduler" && *old != setting.value) {
        if (auto noted = note_scheduler_companions(folder, journal); !noted)
            return tl::unexpected(noted.error());
    }
    auto noted = journal.note({UndoKind::setting, {path, setting.value, path, *old}});
    if (!noted) return tl::unexpected(noted.error());
    if (const auto written = write_setting(path, setting.value); !written)
        return std::optional(Skip{written.error().what});
    // The kernel rounds some: what it shows is what undoing has to find.
    const auto shown = read_setting(path).value_or(setting.value);
    if (shown == setting.value) return std::optional<Skip>();
    noted = journal.note({UndoKind::setting, {path, shown, path, *old}});
    if (!noted) return tl::unexpected(noted.error());
    // Loop devices of 5.10 take any word and stay without; "deadline" becomes mq-deadline.
    const bool kept = setting.name == "scheduler" && shown.find(setting.value) == shown.npos;
    if (kept) return std::optional(Skip{path + " stays " + brief(shown) + ", whatever is written"});
    return std::optional<Skip>();
}

}  // namespace

std::optional<std::string> read_setting(const std::string& path) {
    const auto line = host::read_line(path);
    if (!line) return std::nullopt;
    if (const auto word = host::chosen_word(*line)) return word;
    return line;
}

Result<void> write_setting(const std::string& path, const std::string& value) {
    const UniqueFd fd(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
    if (!fd.valid()) return fail_with_errno("cannot set " + path);
    const std::string text = value + "\n";
    if (::write(fd.get(), text.data(), text.size()) < 0)
        return fail_with_errno(fmt::format("cannot set {} to {}", path, brief(value)));
    return {};
}

Result<void> set_dirty_limits(const plan::Dirty& dirty, UndoJournal& journal,
                              const std::string& root) {
    const std::string vm = root + "/proc/sys/vm/";
    // What the kernel does when the background is not below the limit: said, so that it is so
    // whatever ratio was in force.
    const auto background = dirty.background_bytes != 0 ? dirty.background_bytes : dirty.bytes / 2;
    if (auto set = set_limit(vm + "dirty_background_bytes", vm + "dirty_background_ratio",
                             std::to_string(background), journal);
        !set) {
        return set;
    }
    return set_limit(vm + "dirty_bytes", vm + "dirty_ratio", std::to_string(dirty.bytes), journal);
}

Result<std::optional<Skip>> set_queue(const std::string& queue_folder,
                                      const std::vector<plan::QueueSetting>& settings,
                                      UndoJournal& journal) {
    std::vector<plan::QueueSetting> ordered = settings;
    std::stable_partition(ordered.begin(), ordered.end(),
                          [](const auto& setting) { return setting.name == "scheduler"; });
    for (const plan::QueueSetting& setting : ordered) {
        auto skip = set_queue_setting(queue_folder, setting, journal);
        if (!skip || *skip) return skip;
    }
    return std::optional<Skip>();
}

Result<void> drop_caches() {
    ::sync();
    return write_setting("/proc/sys/vm/drop_caches", "3");
}

}  // namespace wbtrace::testbed
