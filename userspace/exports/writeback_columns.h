// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <array>

#include "analysis/dirty_limit.h"
#include "analysis/elapsed.h"
#include "exports/columns.h"

namespace wbtrace::exports {

template <typename Record, typename To>
void bdi_columns(const Record& record, const Names& names, To& to) {
    to.name("dev", record.dev != 0 ? analysis::dev_text(record.dev) : "");
    to.text("bdi", names.bdi(analysis::BdiKey::of(record)));
}

inline const char* limit_name(const wb_dirty_throttled& record) {
    constexpr std::array names = {"global", "device", "memcg"};
    return names[static_cast<std::size_t>(analysis::limit_that_bit(record))];
}

/// How long the kernel let the task sleep, in ns; empty: the length of a jiffy is not known.
inline std::optional<std::uint64_t> pause_of(const wb_dirty_throttled& record, const Names& names) {
    const auto hz = names.context().jiffies_per_second;
    if (hz == 0 || record.pause_jiffies < 0) return std::nullopt;
    return analysis::jiffies_to_ns(static_cast<std::uint64_t>(record.pause_jiffies), hz);
}

template <typename To>
void columns(const wb_dirty_throttled& record, const Names& names, To& to) {
    header_columns(record.header, names, to);
    bdi_columns(record, names, to);
    to.number("tgid", record.tgid);
    to.number("pid", record.pid);
    to.text("comm", analysis::text_of(record.comm));
    cgroup_columns(record.cgroup_id, names, to);
    to.number("pause_ns", pause_of(record, names));
    to.number("pause_jiffies", record.pause_jiffies);
    to.number("period_jiffies", record.period_jiffies);
    to.text("limit", limit_name(record));
    to.number("dirty_pages", record.dirty);
    to.number("thresh_pages", record.thresh);
    to.number("bg_thresh_pages", record.bg_thresh);
    to.number("bdi_dirty_pages", record.bdi_dirty);
    to.number("bdi_thresh_pages", record.bdi_thresh);
    to.number("global_thresh_pages", known_if(record.global_thresh != 0, record.global_thresh));
    to.number("dirty_ratelimit_pages_per_s", record.dirty_ratelimit);
    to.number("task_ratelimit_pages_per_s", record.task_ratelimit);
    to.number("dirtied_pages", record.dirtied);
    to.flag("in_scope", record.in_scope != 0);
    to.flag("after_command", record.after_command != 0);
}

template <typename To>
void columns(const wb_ratelimit_updated& record, const Names& names, To& to) {
    header_columns(record.header, names, to);
    bdi_columns(record, names, to);
    to.number("write_bandwidth_pages_per_s", record.write_bandwidth);
    to.number("avg_write_bandwidth_pages_per_s", record.avg_write_bandwidth);
    to.number("dirty_rate_pages_per_s", record.dirty_rate);
    to.number("dirty_ratelimit_pages_per_s", record.dirty_ratelimit);
    to.number("task_ratelimit_pages_per_s", record.task_ratelimit);
    to.number("balanced_dirty_ratelimit_pages_per_s", record.balanced_dirty_ratelimit);
}

template <typename To>
void columns(const wb_work_finished& record, const Names& names, To& to) {
    const bool requested = record.requester_pid != 0;
    header_columns(record.header, names, to);
    bdi_columns(record, names, to);
    to.text("reason", names.reason(record.reason));
    to.number("queued_ns", stamp(names, record.queued_ns));
    to.number("started_ns", stamp(names, record.started_ns));
    to.number("pages", record.pages);
    to.number("turns", record.turns);
    to.number("waits", record.waits);
    to.number("sync_mode", record.sync_mode);
    cgroup_columns(record.cgroup_id, names, to);
    to.number("requester_tgid", known_if(requested, record.requester_tgid));
    to.number("requester_pid", known_if(requested, record.requester_pid));
    to.name("requester_comm", requested ? analysis::text_of(record.requester_comm) : "");
    to.flag("requester_in_scope", record.requester_in_scope != 0);
    to.flag("after_command", record.after_command != 0);
}

}  // namespace wbtrace::exports
