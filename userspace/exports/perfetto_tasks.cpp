// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "exports/perfetto_tasks.h"

#include <fmt/format.h>

#include <array>
#include <string>

namespace wbtrace::exports::perfetto {

namespace {

constexpr std::size_t most_task_tracks = 65'536;

std::string name_of(const TaskId& task, TaskTrack what) {
    constexpr std::array names = {"throttled", "sync calls", "dirtying"};
    const char* name = names[static_cast<std::size_t>(what)];
    return task.pid == task.tgid ? name : fmt::format("{} (thread {})", name, task.pid);
}

}  // namespace

TrackId TaskTracks::process(const TaskId& task) {
    auto& track = processes_[task.tgid];
    if (track != 0) return track;
    track = numbers_.next();
    packets_.describe_process(track, task.tgid, task.comm);
    return track;
}

Lanes& TaskTracks::of(const TaskId& task, TaskTrack what) {
    const std::tuple key(task.tgid, task.pid, what);
    if (const auto known = lanes_.find(key); known != lanes_.end()) return known->second;
    if (lanes_.size() >= most_task_tracks) {
        lanes_.clear();
        processes_.clear();
    }
    return lanes_.emplace(key, Lanes(process(task), name_of(task, what))).first->second;
}

}  // namespace wbtrace::exports::perfetto
