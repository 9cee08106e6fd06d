// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// Takes threads that have ended out of the kernel's table, so that it need hold only those that
// live; for this room only.
#pragma once

#include <atomic>
#include <mutex>
#include <set>
#include <thread>
#include <utility>

#include "capture/skeleton.h"
#include "events/task_time_sums.h"

namespace wbtrace::capture {

class EndedThreads {
public:
    EndedThreads(const wbtrace_bpf& skeleton, bool by_thread);
    ~EndedThreads();
    EndedThreads(const EndedThreads&) = delete;
    EndedThreads& operator=(const EndedThreads&) = delete;

    /// What was taken out so far, added to `to`; none is taken out meanwhile.
    template <typename Read>
    void with_all(Read&& read) {
        const std::lock_guard lock(mutex_);
        events::TaskTimeSums sums = taken_;
        sums.tell_all_apart();
        std::forward<Read>(read)(sums, user_stacks_);
    }

private:
    using Process = std::pair<std::uint32_t, std::uint32_t>;  // tgid, birth

    void run();
    void take_out();
    void take_rows_of(const std::set<Process>& gone);
    void take_user_stack(std::uint64_t key);

    const wbtrace_bpf& skeleton_;
    std::mutex mutex_;
    events::TaskTimeSums taken_;
    events::Stacks user_stacks_;  ///< of rows that were taken out
    std::uint64_t taken_count_ = 0;
    std::set<Process> gone_;  // whose last thread was taken out the time before
    std::atomic<bool> stop_ = false;
    std::thread thread_;
};

}  // namespace wbtrace::capture
