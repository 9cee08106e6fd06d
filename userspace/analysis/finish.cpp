// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "analysis/finish.h"

#include <algorithm>

#include "analysis/amplification.h"
#include "analysis/sync_rows.h"

namespace wbtrace::analysis {

namespace {

/// The files of sync calls are rows of the table of files, unless they were folded.
void name_slow_syncs(model::Snapshot& snapshot) {
    if (!snapshot.sync_calls) return;
    for (auto& slow : snapshot.sync_calls->slowest) {
        if (!slow.file) continue;
        const auto row =
            std::find_if(snapshot.files.begin(), snapshot.files.end(), [&slow](const auto& file) {
                return file.role == model::RowRole::single &&
                       *slow.file == model::SyncFile{file.s_dev, file.inode, file.generation};
            });
        if (row != snapshot.files.end() && !row->path.empty()) slow.path = row->path;
    }
}

void set_wall_share(model::Snapshot& snapshot) {
    if (!snapshot.throttle || !snapshot.run || snapshot.run->wall_ns == 0) return;
    model::ThrottleFigures& throttle = *snapshot.throttle;
    // What children still waited for after the command was gone is none of its time.
    const std::uint64_t after_ns =
        std::min(throttle.scope_pause_after_end_ns, throttle.scope_pause_ns);
    throttle.wall_share = static_cast<double>(throttle.scope_pause_ns - after_ns) /
                          static_cast<double>(snapshot.run->wall_ns);
}

/// Requests that a filter left out may have been what a call waited for.
void forget_waits(model::Snapshot& snapshot) {
    if (snapshot.capture.filters.empty() || !snapshot.sync_calls) return;
    for (auto& call : snapshot.sync_calls->by_call) {
        call.followed = 0;
        call.wait = {};
    }
    for (auto& slow : snapshot.sync_calls->slowest) slow.wait.reset();
}

}  // namespace

void finish(model::Snapshot& snapshot) {
    forget_waits(snapshot);
    set_wall_share(snapshot);
    name_slow_syncs(snapshot);
    give_syncs_to_rows(snapshot);
    if (snapshot.time_budget) snapshot.time_budget->amplification = amplification_of(snapshot);
}

}  // namespace wbtrace::analysis
