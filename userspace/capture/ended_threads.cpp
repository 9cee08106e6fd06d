// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "capture/ended_threads.h"

#include <cerrno>
#include <chrono>

#include "capture/map_entries.h"

namespace wbtrace::capture {

namespace {

constexpr auto look_every = std::chrono::milliseconds(20);
constexpr std::uint64_t worth_a_walk = 256;
constexpr std::uint64_t worth_a_walk_for_stacks = 32;  // each process has user stacks of its own

}  // namespace

EndedThreads::EndedThreads(const wbtrace_bpf& skeleton, bool by_thread)
    : skeleton_(skeleton), taken_(by_thread), thread_(&EndedThreads::run, this) {}

EndedThreads::~EndedThreads() {
    stop_ = true;
    thread_.join();
}

void EndedThreads::run() {
    while (!stop_) {
        std::this_thread::sleep_for(look_every);
        const auto* ended = &skeleton_.bss->threads_ended;
        const bool stacks = skeleton_.rodata->config.user_stacks != 0;
        const auto worth = stacks ? worth_a_walk_for_stacks : worth_a_walk;
        if (__atomic_load_n(ended, __ATOMIC_RELAXED) - taken_count_ < worth) continue;
        const std::lock_guard lock(mutex_);
        take_out();
    }
}

// A row goes one walk after its process: till then a thread of it may still add to it, and an
// entry that is taken out may be another's at once.
void EndedThreads::take_out() {
    const auto gone_before = std::exchange(gone_, {});
    const int threads = bpf_map__fd(skeleton_.maps.threads);
    for (const auto& [pid, thread] : entries_of<__u32, wb_thread>(skeleton_.maps.threads)) {
        if (thread.state != WB_THREAD_ENDED) continue;
        if (bpf_map_delete_elem(threads, &pid) != 0) continue;
        taken_.add(pid, thread);
        ++taken_count_;
        if ((thread.flags & WB_THREAD_LAST) != 0) gone_.emplace(thread.tgid, thread.birth);
    }
    if (!gone_before.empty()) take_rows_of(gone_before);
}

void EndedThreads::take_rows_of(const std::set<Process>& gone) {
    const auto* map = skeleton_.maps.stack_rows;
    for (const auto& [key, sum] : entries_of<wb_stack_key, wb_stack_sum>(map)) {
        if (gone.count({key.tgid, key.birth}) == 0) continue;
        if (bpf_map_delete_elem(bpf_map__fd(map), &key) != 0) continue;
        taken_.add({key, sum});
        take_user_stack(key.user);
    }
}

// Should a process that lives have the same, it is found here, and made anew when met again.
void EndedThreads::take_user_stack(std::uint64_t key) {
    const int map = bpf_map__fd(skeleton_.maps.user_stacks);
    wb_user_stack stack{};
    if (key == 0 || bpf_map_lookup_elem(map, &key, &stack) != 0) return;
    bpf_map_delete_elem(map, &key);
    user_stacks_.emplace(key, frames_of(stack));
}

}  // namespace wbtrace::capture
