// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "event_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "analysis/file_name.h"
#include "analysis/record_fields.h"
#include "base/printable.h"
#include "events/kind_name.h"

namespace wbtrace {

namespace {

using analysis::dev_text;

std::string name_in(std::span<const __u8> field) {
    return printable(std::string(analysis::text_of(field)));
}

std::string task(std::uint32_t tgid, std::span<const __u8> comm) {
    return fmt::format("{} ({})", name_in(comm), tgid);
}

std::string inode(std::uint32_t s_dev, std::uint64_t number, std::uint32_t generation) {
    return fmt::format("inode {} of {} generation {}", number, dev_text(s_dev), generation);
}

std::string bdi(std::uint32_t dev, std::span<const __u8> name) {
    const auto text = name_in(name);
    return text.empty() ? dev_text(dev) : text;
}

std::uint64_t between(std::uint64_t from_ns, std::uint64_t to_ns) {
    return to_ns - std::min(from_ns, to_ns);
}

std::string sync_text(const wb_sync& sync) {
    constexpr std::array calls = {"fsync",  "fdatasync", "sync_file_range",
                                  "syncfs", "msync",     "sync"};
    std::string text = sync.call < calls.size() ? calls[sync.call] : "unknown call";
    text += " by " + task(sync.tgid, sync.comm);
    if ((sync.flags & WB_SYNC_FILE_KNOWN) != 0)
        text += ", " + inode(sync.inode_dev, sync.inode, sync.generation);
    return text;
}

}  // namespace

void EventText::line(const wb_event_header& header, std::string_view about) {
    text_ += fmt::format("{:>14.9f} s cpu {:<3} {:<17} {}\n",
                         static_cast<double>(between(start_ns_, header.time_ns)) / 1e9, header.cpu,
                         events::small_kind_name(header.kind), about);
}

void EventText::on(const wb_request_done& record) {
    auto text =
        fmt::format("{} {} {} B at sector {}, q2d {} ns, d2c {} ns, {}", dev_text(record.dev),
                    model::op_names[analysis::index_of(analysis::op_of(record))], record.done_bytes,
                    record.sector, between(record.queued_ns, record.issued_ns),
                    between(record.issued_ns, record.header.time_ns),
                    task(record.issuer_tgid, record.issuer_comm));
    if ((record.flags & WB_REQUEST_INODE_KNOWN) != 0)
        text += ", " + inode(record.inode_dev, record.inode, record.generation);
    if ((record.flags & WB_REQUEST_DIRTIER_KNOWN) != 0)
        text += fmt::format(", dirtied by {}", record.dirtier_tgid);
    if (record.error != 0) text += fmt::format(", error {}", record.error);
    line(record.header, text);
}

void EventText::on(const wb_dirty_throttled& record) {
    line(record.header,
         fmt::format("{} on {}: pause {} jiffies, dirty {} of {} pages",
                     task(record.tgid, record.comm), bdi(record.dev, record.bdi_name),
                     record.pause_jiffies, record.dirty, record.thresh));
}

void EventText::on(const wb_ratelimit_updated& record) {
    line(record.header,
         fmt::format("{}: {} pages/s written, limit {} pages/s", bdi(record.dev, record.bdi_name),
                     record.avg_write_bandwidth, record.dirty_ratelimit));
}

void EventText::on(const wb_work_finished& record) {
    line(record.header,
         fmt::format("{}: reason {}, {} pages in {} turns, {} ns", bdi(record.dev, record.bdi_name),
                     record.reason, record.pages, record.turns,
                     between(record.started_ns, record.header.time_ns)));
}

void EventText::on(const wb_page_run& record) {
    constexpr std::array actions = {"dirtied", "added", "evicted"};
    line(record.header,
         fmt::format("{} {} {} pages of {}", task(record.tgid, record.comm),
                     record.action < actions.size() ? actions[record.action] : "did something to",
                     record.pages, inode(record.inode_dev, record.inode, record.generation)));
}

void EventText::on(const wb_task_forked& record) {
    line(record.header,
         fmt::format("{} made {}", record.parent_tgid, task(record.child_tgid, record.comm)));
}

void EventText::on(const wb_task_execed& record) {
    line(record.header, task(record.tgid, record.comm));
}

void EventText::on(const wb_task_exited& record) {
    line(record.header,
         fmt::format("{}: {} B read, {} B written by system calls", task(record.tgid, record.comm),
                     record.account.read_bytes, record.account.written_bytes));
}

void EventText::on(const wb_file_seen& record) {
    line(record.header,
         fmt::format("{} is {}", inode(record.inode_dev, record.inode, record.generation),
                     printable(analysis::path_in_filesystem(record))));
}

void EventText::on(const wb_cgroup_made& record) {
    line(record.header, fmt::format("{} is {}", record.id, name_in(record.path)));
}

void EventText::on(const wb_sync_began& record) { line(record.header, sync_text(record.sync)); }

void EventText::on(const wb_sync_ended& record) {
    line(record.header, fmt::format("{}: {} after {} ns", sync_text(record.sync), record.ret,
                                    between(record.sync.start_ns, record.header.time_ns)));
}

void EventText::on(const wb_bio_remapped& record) {
    line(record.header, fmt::format("{} sector {} to {} sector {}, {} B",
                                    dev_text(record.upper_dev), record.upper_sector,
                                    dev_text(record.lower_dev), record.lower_sector, record.bytes));
}

}  // namespace wbtrace
