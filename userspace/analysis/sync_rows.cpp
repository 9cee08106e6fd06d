// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "analysis/sync_rows.h"

#include <map>
#include <optional>
#include <utility>

namespace wbtrace::analysis {

namespace {

using Times = std::optional<model::SyncTime>;

bool is_single(const model::AttributionRow& row) { return row.role == model::RowRole::single; }

/// What has no entry was never called, unless some found no room.
template <typename Key>
Times time_of(std::map<Key, model::SyncTime>& times, bool all, const Key& key) {
    const auto found = times.find(key);
    if (found != times.end()) return std::move(found->second);
    return all ? Times(model::SyncTime{}) : std::nullopt;
}

void give_to_processes(model::SyncFigures& sync, bool of_command,
                       std::vector<model::ProcessFigures>& rows) {
    std::map<std::uint32_t, model::SyncTime> times;
    for (auto& process : sync.by_process) times.emplace(process.tgid, std::move(process.time));
    std::map<std::uint32_t, std::uint64_t> rows_of_number;
    for (const auto& row : rows)
        if (is_single(row)) ++rows_of_number[row.tgid];
    for (auto& row : rows) {
        // A call tells the number of its process, not which of several that had it.
        if (!is_single(row) || row.thread != 0 || rows_of_number[row.tgid] != 1) continue;
        row.syncs = time_of(times, sync.all_processes, row.tgid);
        // Around a command nobody else's calls are looked at: without one is not 0.
        const bool none = row.syncs && row.syncs->calls() == 0;
        if (of_command && !row.in_scope && none) row.syncs.reset();
    }
}

void give_to_files(model::SyncFigures& sync, std::vector<model::FileFigures>& rows) {
    std::map<model::SyncFile, model::SyncTime> times;
    for (auto& synced : sync.by_file) times.emplace(synced.file, std::move(synced.time));
    for (auto& row : rows) {
        if (is_single(row))
            row.syncs = time_of(times, sync.all_files,
                                model::SyncFile{row.s_dev, row.inode, row.generation});
    }
}

}  // namespace

void give_syncs_to_rows(model::Snapshot& snapshot) {
    if (!snapshot.sync_calls) return;
    give_to_processes(*snapshot.sync_calls, snapshot.run.has_value(), snapshot.processes);
    give_to_files(*snapshot.sync_calls, snapshot.files);
    snapshot.sync_calls->by_process.clear();
    snapshot.sync_calls->by_file.clear();
}

}  // namespace wbtrace::analysis
