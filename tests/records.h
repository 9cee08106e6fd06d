// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// Records as the kernel side would send them, for tests.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "bpf/abi/block_events.h"
#include "bpf/abi/event_list.h"
#include "bpf/abi/page_cache_events.h"
#include "bpf/abi/process_events.h"
#include "bpf/abi/sync_events.h"
#include "bpf/abi/writeback_events.h"

namespace wbtrace::tests {

template <typename Record>
std::span<const std::byte> bytes_of(const Record& record) {
    return std::as_bytes(std::span(&record, 1));
}

/// Fills a name field to its end or pads it with NUL, as the kernel does.
template <std::size_t size>
void set_text(__u8 (&field)[size], std::string_view text) {
    std::fill(std::begin(field), std::end(field), __u8{0});
    std::copy_n(text.begin(), std::min(size, text.size()), field);
}

template <typename Record>
Record record_at(std::uint16_t kind, std::uint64_t time_ns) {
    Record record{};
    record.header = {kind, sizeof(Record), 0, time_ns};
    return record;
}

/// A 4 KiB write of slot 0: queued 300 ns, issued 200 ns before it ended.
inline wb_request_done request_done(std::uint64_t time_ns) {
    auto record = record_at<wb_request_done>(WB_EVENT_REQUEST_DONE, time_ns);
    record.queued_ns = time_ns - 300;
    record.issued_ns = time_ns - 200;
    record.bytes = record.done_bytes = 4096;
    record.op = WB_OP_WRITE;
    record.dev = 8U << 20;
    return record;
}

/// A wait of one jiffy on 8:0, over the middle of the thresholds.
inline wb_dirty_throttled dirty_throttled(std::uint64_t time_ns) {
    auto record = record_at<wb_dirty_throttled>(WB_EVENT_DIRTY_THROTTLED, time_ns);
    record.dirty = 900;
    record.bg_thresh = 500;
    record.thresh = 1000;
    record.pause_jiffies = 1;
    record.tgid = record.pid = 7;
    record.dev = 8U << 20;
    set_text(record.bdi_name, "8:0");
    set_text(record.comm, "dd");
    return record;
}

/// A work on 8:0 that took 100 ns.
inline wb_work_finished work_finished(std::uint64_t time_ns, std::uint64_t pages) {
    auto record = record_at<wb_work_finished>(WB_EVENT_WORK_FINISHED, time_ns);
    record.started_ns = time_ns - 100;
    record.pages = pages;
    record.dev = 8U << 20;
    set_text(record.bdi_name, "8:0");
    return record;
}

/// An fsync of inode 12 of a file system on 8:0, by thread 7.
inline wb_sync_began sync_began(std::uint64_t time_ns) {
    auto record = record_at<wb_sync_began>(WB_EVENT_SYNC_BEGAN, time_ns);
    auto& sync = record.sync;
    sync.start_ns = time_ns;
    sync.inode = 12;
    sync.inode_dev = sync.disk_dev = 8U << 20;
    sync.tgid = sync.pid = 7;
    sync.call = WB_SYNC_FSYNC;
    sync.flags = WB_SYNC_FILE_KNOWN | WB_SYNC_DISK_TRACED;
    set_text(sync.comm, "db");
    return record;
}

inline wb_sync_ended sync_ended(const wb_sync_began& began, std::uint64_t time_ns) {
    auto record = record_at<wb_sync_ended>(WB_EVENT_SYNC_ENDED, time_ns);
    record.sync = began.sync;
    return record;
}

/// A page run of ten folios of inode 12.
inline wb_page_run page_run(std::uint64_t time_ns) {
    auto record = record_at<wb_page_run>(WB_EVENT_PAGE_RUN, time_ns);
    record.first_ns = time_ns - 50;
    record.inode = 12;
    record.inode_dev = 8U << 20;
    record.pages = record.folios = record.orders[0] = 10;
    record.pid = record.tgid = 7;
    set_text(record.comm, "dd");
    return record;
}

}  // namespace wbtrace::tests
