// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <map>
#include <string_view>

#include "capture/map_entries.h"
#include "capture/session_parts.h"

namespace wbtrace::capture {

namespace {

constexpr int most_tries = 16;

/// Half a change is read anew; one that is changed all the time is taken as it is.
wb_thread read_whole(int map, std::uint32_t pid, wb_thread thread) {
    for (int i = 0; i < most_tries; ++i) {
        wb_thread again{};
        if (bpf_map_lookup_elem(map, &pid, &again) != 0) break;
        const bool whole = again.change == thread.change && again.change % 2 == 0;
        thread = again;
        if (whole) break;
    }
    return thread;
}

void add_threads(const wbtrace_bpf& skeleton, std::uint64_t until_ns, events::TaskTimeSums& sums) {
    const auto* map = skeleton.maps.threads;
    for (auto& [pid, entry] : entries_of<__u32, wb_thread>(map)) {
        wb_thread thread = read_whole(bpf_map__fd(map), pid, entry);
        if (thread.start_ns > until_ns) continue;
        const __u32 there = skeleton.bss->on_cpu[thread.cpu % WB_CPUS_WATCHED];
        events::close_at(until_ns, thread, there == pid);
        sums.add(pid, thread);
    }
}

/// Which of the kernel's workers it was says nothing: they are one.
std::vector<events::WorkerTime> workers_of(const bpf_map* map) {
    std::map<std::string, events::WorkerTime> by_name;
    for (const auto& [key, sum] : entries_of<wb_worker_key, wb_worker_sum>(map)) {
        const std::string_view all(reinterpret_cast<const char*>(key.comm), sizeof key.comm);
        std::string name(all.substr(0, all.find('\0')));
        if (name.starts_with("kworker/")) name = "kworker";
        auto& worker = by_name[name];
        worker.comm = name;
        worker.turns += sum.turns;
        worker.cpu_ns += sum.cpu_ns;
    }
    std::vector<events::WorkerTime> workers;
    for (auto& [name, worker] : by_name) workers.push_back(std::move(worker));
    return workers;
}

template <typename Stack>
events::Stacks stacks_of(const bpf_map* map) {
    events::Stacks stacks;
    for (const auto& [key, stack] : entries_of<__u64, Stack>(map)) stacks[key] = frames_of(stack);
    return stacks;
}

}  // namespace

Result<void> follow_first_thread(const wbtrace_bpf& skeleton, std::uint32_t pid) {
    wb_thread thread{};
    thread.state = WB_THREAD_RUNNABLE;
    const int map = bpf_map__fd(skeleton.maps.threads);
    if (bpf_map_update_elem(map, &pid, &thread, BPF_ANY) != 0)
        return fail(std::string("the command's time cannot be followed: ") + std::strerror(errno));
    __atomic_fetch_add(&skeleton.bss->thread_hints[pid % WB_THREAD_HINTS], 1, __ATOMIC_RELAXED);
    return {};
}

events::TaskTimes Session::task_times(std::uint64_t until_ns) const {
    events::TaskTimes times;
    times.followed = parts_->followed_until_ns != 0;
    if (!parts_->ended_threads) return times;
    const auto& skeleton = *parts_->loaded.skeleton;
    until_ns = std::min(until_ns, parts_->followed_until_ns);
    parts_->ended_threads->with_all([&](events::TaskTimeSums& sums, const events::Stacks& user) {
        add_threads(skeleton, until_ns, sums);
        for (const auto& [key, sum] :
             entries_of<wb_stack_key, wb_stack_sum>(skeleton.maps.stack_rows))
            sums.add({key, sum});
        sums.fill(times);
        times.user_stacks = user;
    });
    times.workers = workers_of(skeleton.maps.workers);
    times.kernel_stacks = stacks_of<wb_stack>(skeleton.maps.kernel_stacks);
    times.user_stacks.merge(stacks_of<wb_user_stack>(skeleton.maps.user_stacks));
    return times;
}

}  // namespace wbtrace::capture
