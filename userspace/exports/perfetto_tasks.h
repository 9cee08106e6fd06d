// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <cstdint>
#include <map>
#include <string_view>
#include <tuple>
#include <unordered_set>

#include "exports/perfetto_tracks.h"

namespace wbtrace::exports::perfetto {

/// What a track of a task shows.
enum class TaskTrack { throttled, syncing, dirtying };

struct TaskId {
    std::uint32_t tgid = 0;
    std::uint32_t pid = 0;
    std::string_view comm;  ///< used when the process is met for the first time
};

/// The tracks of processes. Those that were used are forgotten when they are very many, and made
/// anew under the same names.
class TaskTracks {
public:
    TaskTracks(TrackNumbers& numbers, Packets& packets) : numbers_(numbers), packets_(packets) {}

    Lanes& of(const TaskId& task, TaskTrack what);

private:
    TrackId process(const TaskId& task);

    TrackNumbers& numbers_;
    Packets& packets_;
    std::unordered_map<std::uint32_t, TrackId> processes_;
    std::map<std::tuple<std::uint32_t, std::uint32_t, TaskTrack>, Lanes> lanes_;
};

}  // namespace wbtrace::exports::perfetto
