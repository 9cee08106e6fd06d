// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "testbed/undo.h"

#include <unistd.h>

#include <cerrno>
#include <string>

#include <fmt/format.h>

#include "base/printable.h"
#include "testbed/failure.h"
#include "testbed/loop_device.h"
#include "testbed/md_array.h"
#include "testbed/settings.h"
#include "testbed/signatures.h"
#include "testbed/unmount.h"

namespace wbtrace::testbed {
namespace {

using Words = std::vector<std::string>;

Result<Undone> done(const Result<void>& result) {
    if (!result) return tl::unexpected(result.error());
    return Undone::yes;
}

Result<Undone> undo_setting(const Words& words, std::string& note) {
    const std::string& path = words[0];
    const std::string& set = words[1];
    const std::string& back_path = words[2];
    const std::string& back_value = words[3];
    const auto now = read_setting(path);
    // Of a device that is gone.
    if (!now || read_setting(back_path) == back_value) return Undone::yes;
    if (!set.empty() && *now != set) {
        note = fmt::format("{} is {}, which is not what was set here ({}): left so", path,
                           brief(*now), brief(set));
        return Undone::left_as_it_is;
    }
    if (auto written = write_setting(back_path, back_value); !written)
        return tl::unexpected(written.error());
    const auto shown = read_setting(back_path);
    if (shown == back_value) return Undone::yes;
    return fail(fmt::format("{} was set back to {} and is {}", back_path, back_value,
                            brief(shown.value_or("unreadable"))));
}

/// Whether a path leads nowhere: then what was to be there was never made, or is gone.
bool leads_nowhere(int error) {
    return error == ENOENT || error == ENOTDIR || error == ENAMETOOLONG || error == ELOOP;
}

Result<Undone> undo_file(const std::string& path) {
    if (::unlink(path.c_str()) == 0 || leads_nowhere(errno)) return Undone::yes;
    return fail_with_errno("cannot remove " + brief(path));
}

Result<Undone> undo_folder(const std::string& path) {
    if (::rmdir(path.c_str()) == 0 || leads_nowhere(errno)) return Undone::yes;
    return fail_with_errno("cannot remove " + brief(path));
}

Result<Undone> undo_file_system(const Words& words, std::string& note) {
    std::optional<std::string> other;
    const auto wiped = wipe_file_system(words[0], words[1], other);
    if (!wiped) return tl::unexpected(wiped.error());
    if (!other) return Undone::yes;
    note = fmt::format("{} holds {} that was not made here: left so", brief(words[0]), *other);
    return Undone::left_as_it_is;
}

}  // namespace

Result<Undone> undo(const UndoEntry& entry, std::string& note) {
    const Words& words = entry.words;
    switch (entry.kind) {
    case UndoKind::setting: return undo_setting(words, note);
    case UndoKind::file: return undo_file(words[0]);
    case UndoKind::folder: return undo_folder(words[0]);
    case UndoKind::loop: return done(detach_loop_device(words[0], {words[1], words[2], words[3]}));
    case UndoKind::mount: return done(unmount(words[0], words[1]));
    case UndoKind::array: return done(stop_array(words[0], words[1]));
    case UndoKind::superblock: return done(zero_superblock(words[0], words[1]));
    case UndoKind::filesystem: return undo_file_system(words, note);
    }
    return fail("an entry of no known kind");
}

}  // namespace wbtrace::testbed
