// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <array>

#include "analysis/file_name.h"
#include "exports/columns.h"

namespace wbtrace::exports {

inline const char* action_name(const wb_page_run& record) {
    constexpr std::array names = {"dirtied", "added", "evicted"};
    return record.action < names.size() ? names[record.action] : "unknown";
}

template <typename To>
void columns(const wb_page_run& record, const Names& names, To& to) {
    header_columns(record.header, names, to);
    to.text("action", action_name(record));
    to.number("first_ns", stamp(names, record.first_ns));
    to.number("pages", record.pages);
    to.number("folios", record.folios);
    inode_columns(true, record.inode_dev, record.inode, record.generation, names, to);
    to.number("tgid", record.tgid);
    to.number("pid", record.pid);
    to.text("comm", analysis::text_of(record.comm));
    cgroup_columns(record.cgroup_id, names, to);
    to.flag("in_scope", record.in_scope != 0);
    to.flag("after_command", record.after_command != 0);
}

template <typename To>
void columns(const wb_file_seen& record, const Names& names, To& to) {
    header_columns(record.header, names, to);
    inode_columns(true, record.inode_dev, record.inode, record.generation, names, to);
    to.name("path_in_filesystem", analysis::path_in_filesystem(record));
    to.number("mode", record.mode);
    to.name("rdev", record.rdev != 0 ? analysis::dev_text(record.rdev) : "");
    to.flag("cut", (record.flags & WB_FILE_CUT) != 0);
    to.flag("unlinked", (record.flags & WB_FILE_UNLINKED) != 0);
}

}  // namespace wbtrace::exports
