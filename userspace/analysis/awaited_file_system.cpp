// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "analysis/awaited_file_system.h"

#include <algorithm>

namespace wbtrace::analysis {

namespace {

/// sync and syncfs wait for every file, the others for one.
bool is_own_data(const wb_sync& sync, const wb_request_done& record, AwaitedPart part) {
    if (record.op != WB_OP_WRITE || (record.flags & WB_REQUEST_INODE_KNOWN) == 0) return false;
    if (is_btrfs_metadata(record)) return false;
    if (sync.call == WB_SYNC_SYNC) return part == AwaitedPart::none;
    if (record.inode_dev != sync.inode_dev) return false;
    return sync.call == WB_SYNC_SYNCFS ||
           (record.inode == sync.inode && record.generation == sync.generation);
}

model::SyncRequests one(const wb_request_done& record) { return {1, record.done_bytes}; }

model::SyncRequests since(const model::SyncRequests& now, const model::SyncRequests& before) {
    return {now.requests - before.requests, now.bytes - before.bytes};
}

}  // namespace

void AwaitedFileSystem::begin(const wb_sync& sync) {
    waiting_.insert_or_assign(sync.pid, Waiting{sync, sync.start_ns, {}, flush_, journal_});
}

bool AwaitedFileSystem::see_data(const wb_request_done& record, AwaitedPart part) {
    bool own = false;
    for (auto& [pid, call] : waiting_) {
        if (!is_own_data(call.sync, record, part)) continue;
        call.data += one(record);
        call.last_data_ns = std::max<std::uint64_t>(call.last_data_ns, record.header.time_ns);
        own = true;
    }
    return own;
}

void AwaitedFileSystem::see(const wb_request_done& record, AwaitedPart part,
                            const MemberDisks& members) {
    if (idle() || !is_on_disk_of(waiting_.begin()->second.sync, record, members)) return;
    if (see_data(record, part)) return;
    const std::uint64_t end_ns = record.header.time_ns;
    switch (part) {
    case AwaitedPart::none: return;
    case AwaitedPart::flush:
        flush_ += one(record);
        // What waits for a flush is in flight from its queueing on; the flush is not.
        flushing_.add(record.issued_ns, end_ns);
        flushing_or_journal_.add(record.issued_ns, end_ns);
        return;
    case AwaitedPart::journal:
        journal_ += one(record);
        flushing_or_journal_.add(record.queued_ns, end_ns);
        return;
    }
}

std::optional<model::SyncWait> AwaitedFileSystem::end(std::uint32_t pid, std::uint64_t end_ns) {
    const auto found = waiting_.find(pid);
    if (found == waiting_.end()) return std::nullopt;
    const Waiting& call = found->second;
    model::SyncWait wait;
    wait.data = call.data;
    wait.flush = since(flush_, call.flush_before);
    wait.journal = since(journal_, call.journal_before);
    const std::uint64_t start_ns = std::min<std::uint64_t>(call.sync.start_ns, end_ns);
    const std::uint64_t data_ns = std::min<std::uint64_t>(call.last_data_ns, end_ns);
    const std::uint64_t either_ns = flushing_or_journal_.time_within(data_ns, end_ns);
    wait.data_ns = data_ns - start_ns;
    wait.flush_ns = flushing_.time_within(data_ns, end_ns);
    wait.journal_ns = either_ns - std::min(wait.flush_ns, either_ns);
    wait.rest_ns = end_ns - data_ns - wait.flush_ns - wait.journal_ns;
    waiting_.erase(found);
    forget_the_past();
    return wait;
}

void AwaitedFileSystem::forget_the_past() {
    std::uint64_t oldest_ns = UINT64_MAX;
    for (const auto& [pid, call] : waiting_)
        oldest_ns = std::min<std::uint64_t>(oldest_ns, call.sync.start_ns);
    flushing_.forget_before(oldest_ns);
    flushing_or_journal_.forget_before(oldest_ns);
}

}  // namespace wbtrace::analysis
