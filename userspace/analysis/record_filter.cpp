// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "analysis/record_filter.h"

#include <algorithm>

#include "analysis/file_name.h"
#include "analysis/record_fields.h"

namespace wbtrace::analysis {

namespace {

// What was once seen is kept for the whole recording: bounded, against made-up ones.
constexpr std::size_t most_known = 1U << 20;

bool is_at_or_below(std::string_view path, std::string_view wanted) {
    while (wanted.ends_with('/')) wanted.remove_suffix(1);
    return path.starts_with(wanted) && (path.size() == wanted.size() || path[wanted.size()] == '/');
}

bool is_below_any(std::string_view path, const std::vector<std::string>& wanted) {
    return std::any_of(wanted.begin(), wanted.end(),
                       [path](const auto& one) { return is_at_or_below(path, one); });
}

}  // namespace

#define WB_FILTER_METHOD(number, name, type, what) \
    void RecordFilter::on(const type& record) {    \
        if (passes(record)) to_.on(record);        \
    }
WB_EVENT_LIST(WB_FILTER_METHOD)
#undef WB_FILTER_METHOD

void RecordFilter::learn(std::uint32_t tgid, std::span<const __u8> comm) {
    const auto name = text_of(comm);
    if (wanted_.comms.empty() || name.empty() || comms_.size() >= most_known) return;
    comms_[tgid] = name;
}

bool RecordFilter::wants_cgroup(std::uint64_t id) const {
    if (const auto made = cgroups_made_.find(id); made != cgroups_made_.end())
        return is_below_any(made->second, wanted_.cgroups);
    const auto known = context_.cgroup_paths.find(id);
    return known != context_.cgroup_paths.end() && is_below_any(known->second, wanted_.cgroups);
}

bool RecordFilter::wants_task(Who who) {
    if (!wanted_.processes.empty() && wanted_.processes.count(who.tgid) == 0) return false;
    if (!wanted_.cgroups.empty() && !wants_cgroup(who.cgroup_id)) return false;
    if (!wanted_.comms.empty()) {
        const auto comm = comms_.find(who.tgid);
        if (comm == comms_.end() || std::find(wanted_.comms.begin(), wanted_.comms.end(),
                                              comm->second) == wanted_.comms.end())
            return false;
    }
    if (wanted_tasks_.size() < most_known) wanted_tasks_.insert(who.tgid);
    return true;
}

bool RecordFilter::wants_disk(std::uint32_t dev) const {
    return wanted_.disks.empty() || wanted_.disks.count(dev) != 0;
}

bool RecordFilter::lies_on_wanted_disk(std::uint32_t s_dev) const {
    return wanted_.disks.empty() ||
           std::any_of(wanted_.disks.begin(), wanted_.disks.end(), [&](std::uint32_t disk) {
               return disk == s_dev || context_.filesystems.lies_on(s_dev, disk);
           });
}

bool RecordFilter::wants_file(const Inode& inode) const {
    return wanted_.files.empty() || wanted_files_.count(inode) != 0;
}

bool RecordFilter::passes(const wb_request_done& record) {
    learn(record.issuer_tgid, record.issuer_comm);
    if (!wants_disk(record.dev)) return false;
    const bool dirtied = (record.flags & WB_REQUEST_DIRTIER_KNOWN) != 0;
    const Who charged = dirtied ? Who{record.dirtier_tgid, record.dirtier_cgroup_id}
                                : Who{record.issuer_tgid, record.cgroup_id};
    const bool inode_known = (record.flags & WB_REQUEST_INODE_KNOWN) != 0;
    const Inode inode{record.inode_dev, record.inode, record.generation};
    if (!wanted_.files.empty() && (!inode_known || !wants_file(inode))) return false;
    if (wanted_.operations != 0 && (wanted_.operations >> index_of(op_of(record)) & 1U) == 0)
        return false;
    const auto took_ns = record.header.time_ns - std::min(record.header.time_ns, record.queued_ns);
    return took_ns >= wanted_.min_latency_ns && wants_task(charged);
}

bool RecordFilter::passes(const wb_dirty_throttled& record) {
    learn(record.tgid, record.comm);
    return wants_disk(record.dev) && wants_task({record.tgid, record.cgroup_id});
}

bool RecordFilter::passes(const wb_ratelimit_updated& record) { return wants_disk(record.dev); }

bool RecordFilter::passes(const wb_work_finished& record) { return wants_disk(record.dev); }

bool RecordFilter::passes(const wb_page_run& record) {
    learn(record.tgid, record.comm);
    return lies_on_wanted_disk(record.inode_dev) &&
           wants_file({record.inode_dev, record.inode, record.generation}) &&
           wants_task({record.tgid, record.cgroup_id});
}

bool RecordFilter::passes(const wb_task_execed& record) {
    learn(record.tgid, record.comm);
    return true;
}

/// The record of an end does not say all that is asked for: who did something before is meant.
bool RecordFilter::passes(const wb_task_exited& record) {
    const bool about_tasks =
        !wanted_.processes.empty() || !wanted_.comms.empty() || !wanted_.cgroups.empty();
    return !about_tasks || wanted_tasks_.count(record.tgid) != 0;
}

bool RecordFilter::passes(const wb_file_seen& record) {
    if (wanted_.files.empty()) return true;
    const auto path = path_of(path_in_filesystem(record), record.inode_dev, context_);
    const Inode inode{record.inode_dev, record.inode, record.generation};
    if (is_below_any(path, wanted_.files) && wanted_files_.size() < most_known)
        wanted_files_.insert(inode);
    return wants_file(inode);
}

bool RecordFilter::passes(const wb_cgroup_made& record) {
    if (!wanted_.cgroups.empty() && cgroups_made_.size() < most_known)
        cgroups_made_[record.id] = text_of(record.path);
    return true;
}

bool RecordFilter::wants_sync(const wb_sync& sync) {
    learn(sync.tgid, sync.comm);
    if (!wants_disk(sync.disk_dev)) return false;
    const bool known = (sync.flags & WB_SYNC_FILE_KNOWN) != 0;
    if (!wanted_.files.empty() &&
        (!known || !wants_file({sync.inode_dev, sync.inode, sync.generation})))
        return false;
    return wants_task({sync.tgid, sync.cgroup_id});
}

bool RecordFilter::passes(const wb_sync_began& record) { return wants_sync(record.sync); }

bool RecordFilter::passes(const wb_sync_ended& record) { return wants_sync(record.sync); }

bool RecordFilter::passes(const wb_bio_remapped& record) {
    return wants_disk(record.upper_dev) || wants_disk(record.lower_dev);
}

}  // namespace wbtrace::analysis
