// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <unordered_map>

#include "analysis/awaited_requests.h"
#include "analysis/in_flight_spans.h"
#include "bpf/abi/block_events.h"
#include "bpf/abi/sync_events.h"
#include "model/sync.h"

namespace wbtrace::analysis {

/// Calls that wait for one file system share its journal and its flushes.
struct FileSystemKey {
    std::uint32_t inode_dev, disk_dev;  ///< both 0: every file system there is (sync)
    std::uint64_t first_sector;

    static FileSystemKey of(const wb_sync& sync) {
        return {sync.inode_dev, sync.disk_dev, sync.first_sector};
    }
    auto operator<=>(const FileSystemKey&) const = default;
};

/// A file system while calls wait for it: what ends there meanwhile is theirs.
class AwaitedFileSystem {
public:
    void begin(const wb_sync& sync);

    /// Records come in the order of their ends. Of a call that did not begin: nothing.
    void see(const wb_request_done& record, AwaitedPart part, const MemberDisks& members);

    /// What the call of this thread waited for up to now; empty: it did not begin here.
    std::optional<model::SyncWait> end(std::uint32_t pid, std::uint64_t end_ns);

    [[nodiscard]] bool idle() const { return waiting_.empty(); }

private:
    struct Waiting {
        wb_sync sync;
        std::uint64_t last_data_ns;
        model::SyncRequests data, flush_before, journal_before;
    };
    bool see_data(const wb_request_done& record, AwaitedPart part);
    void forget_the_past();

    std::unordered_map<std::uint32_t, Waiting> waiting_;  // by pid
    model::SyncRequests flush_, journal_;                 // all that ended since the first call
    InFlightSpans flushing_, flushing_or_journal_;
};

}  // namespace wbtrace::analysis
