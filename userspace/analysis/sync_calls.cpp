// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "analysis/sync_calls.h"

#include <algorithm>
#include <map>
#include <optional>
#include <unordered_map>

#include "analysis/awaited_file_system.h"
#include "analysis/bounded_table.h"
#include "analysis/charge.h"
#include "analysis/record_fields.h"

namespace wbtrace::analysis {

namespace {

constexpr std::size_t slowest_calls = 10;
constexpr std::size_t most_waiting = 1024;
constexpr std::size_t most_syncing = 16384;  // processes; files as many

bool slower(const model::SlowSync& a, const model::SlowSync& b) {
    return a.duration_ns > b.duration_ns;
}

int error_of(const wb_sync_ended& record) {
    constexpr std::int64_t largest_errno = 4095;
    return record.ret < 0 && record.ret >= -largest_errno ? static_cast<int>(-record.ret) : 0;
}

bool is_known(const wb_sync& sync) { return (sync.flags & WB_SYNC_FILE_KNOWN) != 0; }

/// Whether its requests can be told at all.
bool can_be_followed(const wb_sync& sync) {
    return (sync.flags & WB_SYNC_DISK_TRACED) != 0 && (is_known(sync) || sync.call == WB_SYNC_SYNC);
}

struct SyncFileHash {
    std::size_t operator()(const model::SyncFile& file) const {
        return mix(mix(file.inode, file.dev), file.generation);
    }
};

class SyncCalls final : public Aggregator {
public:
    explicit SyncCalls(const Context& context) : context_(context) {
        figures_.slowest.reserve(slowest_calls + 1);
    }

    using Aggregator::on;
    void on(const wb_sync_began& record) override;
    void on(const wb_sync_ended& record) override;
    void on(const wb_request_done& record) override;
    void fill(model::Snapshot& snapshot) const override;

private:
    std::optional<model::SyncWait> stop_waiting(std::uint32_t pid, std::uint64_t end_ns);
    void keep_if_slow(const wb_sync_ended& record, std::uint64_t duration_ns,
                      const std::optional<model::SyncWait>& wait);

    const Context& context_;
    model::SyncFigures figures_;
    const std::size_t most_rows_ = rows_kept(most_syncing, context_);
    BoundedTable<std::uint32_t, model::SyncTime> by_process_{most_rows_};  // by tgid
    BoundedTable<model::SyncFile, model::SyncTime, SyncFileHash> by_file_{most_rows_};
    std::unordered_map<std::uint32_t, FileSystemKey> calls_;  // that have begun, by pid
    std::map<FileSystemKey, AwaitedFileSystem> awaited_;
    MemberDisks members_;
};

void SyncCalls::on(const wb_sync_began& record) {
    const wb_sync& sync = record.sync;
    stop_waiting(sync.pid, record.header.time_ns);  // one whose end was lost
    if (!can_be_followed(sync) || calls_.size() >= most_waiting) return;
    const auto key = FileSystemKey::of(sync);
    calls_[sync.pid] = key;
    awaited_[key].begin(sync);
}

void SyncCalls::on(const wb_request_done& record) {
    members_.learn(record);
    if (awaited_.empty()) return;
    const AwaitedPart part = awaited_part(record, context_);
    for (auto& [key, file_system] : awaited_) file_system.see(record, part, members_);
}

std::optional<model::SyncWait> SyncCalls::stop_waiting(std::uint32_t pid, std::uint64_t end_ns) {
    const auto call = calls_.find(pid);
    if (call == calls_.end()) return std::nullopt;
    const auto found = awaited_.find(call->second);
    auto wait = found->second.end(pid, end_ns);
    if (found->second.idle()) awaited_.erase(found);
    calls_.erase(call);
    return wait;
}

void SyncCalls::on(const wb_sync_ended& record) {
    const wb_sync& sync = record.sync;
    if (sync.call >= WB_SYNC_CALLS) return;
    const std::uint64_t end_ns = std::max(record.header.time_ns, sync.start_ns);
    const std::uint64_t duration_ns = end_ns - sync.start_ns;
    auto wait = stop_waiting(sync.pid, end_ns);
    // Where none of its pages was ever seen on a disk (tmpfs, overlay), nothing is known.
    if (sync.call != WB_SYNC_SYNC && sync.disk_dev == 0 && !members_.known(sync.inode_dev))
        wait.reset();

    auto& call = figures_.by_call[sync.call];
    call.duration_ns.record(duration_ns);
    if (record.ret < 0) ++call.failed;
    if (wait) {
        ++call.followed;
        call.wait += *wait;
    }
    by_process_.at(sync.tgid).duration_ns.record(duration_ns);
    if (is_known(sync))
        by_file_.at({sync.inode_dev, sync.inode, sync.generation}).duration_ns.record(duration_ns);
    keep_if_slow(record, duration_ns, wait);
}

// Of equal ones the earlier stays first.
void SyncCalls::keep_if_slow(const wb_sync_ended& record, std::uint64_t duration_ns,
                             const std::optional<model::SyncWait>& wait) {
    const wb_sync& sync = record.sync;
    auto& slowest = figures_.slowest;
    if (slowest.size() == slowest_calls && slowest.back().duration_ns >= duration_ns) return;
    model::SlowSync slow;
    slow.call = static_cast<model::SyncCall>(sync.call);
    slow.tgid = sync.tgid;
    slow.pid = sync.pid;
    slow.comm = text_of(sync.comm);
    if (is_known(sync)) slow.file = {sync.inode_dev, sync.inode, sync.generation};
    slow.started_ns = sync.start_ns - std::min<std::uint64_t>(context_.start_ns, sync.start_ns);
    slow.duration_ns = duration_ns;
    slow.error = error_of(record);
    slow.after_command = (sync.flags & WB_SYNC_AFTER_COMMAND) != 0;
    slow.wait = wait;
    slowest.insert(std::upper_bound(slowest.begin(), slowest.end(), slow, slower), slow);
    if (slowest.size() > slowest_calls) slowest.pop_back();
}

void SyncCalls::fill(model::Snapshot& snapshot) const {
    auto& to = snapshot.sync_calls.emplace(figures_);
    by_process_.for_each([&to](auto tgid, const auto& time) {
        to.by_process.push_back({tgid, time});
    });
    by_file_.for_each([&to](const auto& file, const auto& time) {
        to.by_file.push_back({file, time});
    });
    to.all_processes = by_process_.folded() == 0;
    to.all_files = by_file_.folded() == 0;
    to.unfinished = calls_.size();
}

}  // namespace

std::unique_ptr<Aggregator> make_sync_calls(const Context& context) {
    return std::make_unique<SyncCalls>(context);
}

}  // namespace wbtrace::analysis
