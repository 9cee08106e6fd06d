// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// A machine with an ext4 on sda, and an aggregator that sees its records.
#pragma once

#include <algorithm>
#include <memory>
#include <string_view>

#include "analysis/aggregator.h"
#include "analysis/context.h"
#include "bpf/abi/process_events.h"
#include "tests/records.h"

namespace wbtrace::tests {

inline constexpr std::uint32_t ext4_dev = 8U << 20 | 1;

inline analysis::Context ext4_on_sda() {
    analysis::Context context;
    context.jiffies_per_second = 250;
    context.request_bits = {1U << 12, 1U << 15, 1U << 24};
    context.start_ns = 1000;
    context.filesystems.add(ext4_dev, {"ext4", "/mnt"});
    context.filesystems.add_place(8U << 20, 0, UINT64_MAX, ext4_dev);
    return context;
}

/// A page of inode 12 that a kworker writes for process 7.
inline wb_request_done written_back(std::uint64_t time_ns) {
    auto record = request_done(time_ns);
    record.flags = WB_REQUEST_INODE_KNOWN | WB_REQUEST_DIRTIER_KNOWN | WB_REQUEST_ISSUER_KTHREAD;
    record.inode = 12;
    record.inode_dev = ext4_dev;
    record.generation = 1;
    record.dirtier_tgid = record.dirtier_pid = 7;
    record.dirtier_cgroup_id = 70;
    record.issuer_tgid = record.issuer_pid = 90;
    record.cgroup_id = 1;
    record.bio_cgroup_id = 70;
    record.bios = 3;
    set_text(record.issuer_comm, "kworker/u4:1");
    return record;
}

inline wb_request_done direct_write(std::uint64_t time_ns, std::uint32_t tgid) {
    auto record = request_done(time_ns);
    record.flags = WB_REQUEST_DIRECT;
    record.issuer_tgid = record.issuer_pid = tgid;
    record.cgroup_id = 80;
    set_text(record.issuer_comm, "fio");
    return record;
}

inline wb_request_done journal_block(std::uint64_t time_ns) {
    auto record = request_done(time_ns);
    record.flags = WB_REQUEST_ISSUER_KTHREAD;
    record.cmd_flags = 1U << 12;
    record.issuer_tgid = record.issuer_pid = 91;
    set_text(record.issuer_comm, "jbd2/sda-8");
    return record;
}

/// Pages of inode 12, dirtied by process 7.
inline wb_page_run dirtied(std::uint64_t time_ns, std::uint64_t pages) {
    auto record = record_at<wb_page_run>(WB_EVENT_PAGE_RUN, time_ns);
    record.first_ns = time_ns - 100;
    record.cgroup_id = 70;
    record.inode = 12;
    record.inode_dev = ext4_dev;
    record.generation = 1;
    record.pages = pages;
    record.folios = 1;
    record.orders[2] = 1;
    record.tgid = record.pid = 7;
    set_text(record.comm, "dd");
    return record;
}

inline wb_task_forked forked(std::uint64_t time_ns, std::uint32_t child) {
    auto record = record_at<wb_task_forked>(WB_EVENT_TASK_FORKED, time_ns);
    record.parent_tgid = 2;
    record.child_tgid = child;
    set_text(record.comm, "sh");
    return record;
}

inline wb_task_exited exited(std::uint64_t time_ns, std::uint32_t tgid, std::uint64_t written) {
    auto record = record_at<wb_task_exited>(WB_EVENT_TASK_EXITED, time_ns);
    record.tgid = record.pid = tgid;
    record.whole_process = 1;
    record.account_known = 1;
    record.account.written_bytes = written;
    record.account.read_bytes = 2 * written;
    return record;
}

struct Analysed {
    explicit Analysed(std::unique_ptr<analysis::Aggregator> (*make)(const analysis::Context&))
        : aggregator(make(context)) {}

    template <typename Record>
    void see(const Record& record) {
        static_cast<events::Sink&>(*aggregator).on(record);
    }
    [[nodiscard]] model::Snapshot filled() const {
        model::Snapshot snapshot;
        aggregator->fill(snapshot);
        return snapshot;
    }

    analysis::Context context = ext4_on_sda();
    std::unique_ptr<analysis::Aggregator> aggregator;
};

}  // namespace wbtrace::tests
