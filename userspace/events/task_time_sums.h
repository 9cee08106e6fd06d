// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <tuple>

#include "events/task_times.h"

namespace wbtrace::events {

/// The open state of a thread ends at `until_ns`: then its sums make its wall time. A wait that
/// is open becomes part of wait_ns and of its last waits.
/// One that is on a CPU no more, without having been seen to leave, has an unknown wait.
void close_at(std::uint64_t until_ns, wb_thread& thread, bool still_on_cpu = true);

/// Adds up threads and rows of the kernel's tables, those that were taken out of them included.
/// Bounded: processes beyond `most` are added to one without a number, "other", and so are their
/// rows.
class TaskTimeSums {
public:
    explicit TaskTimeSums(bool by_thread, std::size_t most = 16384)
        : by_thread_(by_thread), most_(most) {}

    /// From now on all are told apart: those that live, of which the kernel has no more than room.
    void tell_all_apart() { most_ = no_limit; }

    /// Its last waits, which are in no row yet, become one.
    void add(std::uint32_t pid, const wb_thread& thread);
    void add(const StackSum& row);

    /// Appends all.
    void fill(TaskTimes& to) const;

private:
    using Who = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, bool>;
    struct RowLess {
        bool operator()(const wb_stack_key& a, const wb_stack_key& b) const;
    };

    static constexpr std::size_t no_limit = std::size_t{1} << 32U;

    TaskTime& task_of(Who who);

    bool by_thread_;
    std::size_t most_;
    std::map<Who, TaskTime> tasks_;
    std::map<wb_stack_key, wb_stack_sum, RowLess> rows_;
};

}  // namespace wbtrace::events
