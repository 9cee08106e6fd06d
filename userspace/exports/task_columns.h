// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include "exports/columns.h"
#include "model/sync.h"

namespace wbtrace::exports {

template <typename To>
void columns(const wb_task_forked& record, const Names& names, To& to) {
    header_columns(record.header, names, to);
    to.number("parent_tgid", record.parent_tgid);
    to.number("child_tgid", record.child_tgid);
    to.text("comm", analysis::text_of(record.comm));
}

template <typename To>
void columns(const wb_task_execed& record, const Names& names, To& to) {
    header_columns(record.header, names, to);
    to.number("tgid", record.tgid);
    to.text("comm", analysis::text_of(record.comm));
}

template <typename To>
void columns(const wb_task_exited& record, const Names& names, To& to) {
    const bool known = record.account_known != 0;
    header_columns(record.header, names, to);
    to.number("tgid", record.tgid);
    to.number("pid", record.pid);
    to.text("comm", analysis::text_of(record.comm));
    to.flag("whole_process", record.whole_process != 0);
    to.number("read_bytes", known_if(known, record.account.read_bytes));
    to.number("written_bytes", known_if(known, record.account.written_bytes));
    to.number("read_calls", known_if(known, record.account.read_calls));
    to.number("write_calls", known_if(known, record.account.write_calls));
}

template <typename To>
void columns(const wb_cgroup_made& record, const Names& names, To& to) {
    header_columns(record.header, names, to);
    to.number("cgroup_id", record.id);
    to.text("cgroup", analysis::text_of(record.path));
}

inline const char* call_name(const wb_sync& sync) {
    const auto& names = model::sync_call_names;
    return sync.call < names.size() ? names[sync.call] : "unknown";
}

template <typename To>
void sync_columns(const wb_sync& sync, const Names& names, To& to) {
    to.text("call", call_name(sync));
    to.number("start_ns", stamp(names, sync.start_ns));
    to.number("tgid", sync.tgid);
    to.number("pid", sync.pid);
    to.text("comm", analysis::text_of(sync.comm));
    cgroup_columns(sync.cgroup_id, names, to);
    inode_columns((sync.flags & WB_SYNC_FILE_KNOWN) != 0, sync.inode_dev, sync.inode,
                  sync.generation, names, to);
    to.name("dev", sync.disk_dev != 0 ? analysis::dev_text(sync.disk_dev) : "");
    to.flag("in_scope", (sync.flags & WB_SYNC_IN_SCOPE) != 0);
}

template <typename To>
void columns(const wb_sync_began& record, const Names& names, To& to) {
    header_columns(record.header, names, to);
    sync_columns(record.sync, names, to);
}

template <typename To>
void columns(const wb_sync_ended& record, const Names& names, To& to) {
    header_columns(record.header, names, to);
    sync_columns(record.sync, names, to);
    to.number("result", record.ret);
    to.flag("after_command", (record.sync.flags & WB_SYNC_AFTER_COMMAND) != 0);
}

}  // namespace wbtrace::exports
