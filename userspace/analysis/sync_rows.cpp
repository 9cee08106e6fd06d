// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "analysis/sync_rows.h"

#include <map>
#include <optional>

#include "analysis/sync_calls.h"

namespace wbtrace::analysis {

namespace {

using Times = std::optional<model::SyncTime>;

bool is_single(const model::AttributionRow& row) { return row.role == model::RowRole::single; }

/// What has no entry was never called, unless there was no room for one.
template <typename Key>
Times time_of(const std::map<Key, model::SyncTime>& times, const Key& key) {
    const auto found = times.find(key);
    if (found != times.end()) return found->second;
    return times.size() < most_syncing_rows ? Times(model::SyncTime{}) : std::nullopt;
}

void give_to_processes(const model::SyncFigures& sync, bool of_command,
                       std::vector<model::ProcessFigures>& rows) {
    std::map<std::uint32_t, model::SyncTime> times;
    for (const auto& process : sync.by_process) times.emplace(process.tgid, process.time);
    std::map<std::uint32_t, std::uint64_t> rows_of_number;
    for (const auto& row : rows)
        if (is_single(row)) ++rows_of_number[row.tgid];
    for (auto& row : rows) {
        // A call tells the number of its process, not which of several that had it.
        if (!is_single(row) || row.thread != 0 || rows_of_number[row.tgid] != 1) continue;
        row.syncs = time_of(times, row.tgid);
        // Around a command nobody else's calls are looked at: without one is not 0.
        if (of_command && !row.in_scope && row.syncs && row.syncs->calls == 0) row.syncs.reset();
    }
}

void give_to_files(const model::SyncFigures& sync, std::vector<model::FileFigures>& rows) {
    std::map<model::SyncFile, model::SyncTime> times;
    for (const auto& synced : sync.by_file) times.emplace(synced.file, synced.time);
    for (auto& row : rows) {
        if (is_single(row))
            row.syncs = time_of(times, model::SyncFile{row.s_dev, row.inode, row.generation});
    }
}

}  // namespace

void give_syncs_to_rows(model::Snapshot& snapshot) {
    if (!snapshot.sync_calls) return;
    give_to_processes(*snapshot.sync_calls, snapshot.run.has_value(), snapshot.processes);
    give_to_files(*snapshot.sync_calls, snapshot.files);
}

}  // namespace wbtrace::analysis
