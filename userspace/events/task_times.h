// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "bpf/abi/stacks.h"
#include "bpf/abi/task_time.h"

namespace wbtrace::events {

/// Where the time of a process went, or of a thread when they are told apart: from the kernel's
/// own sums, up to the moment that was asked for. cpu + runnable + wait = wall, to the ns.
struct TaskTime {
    std::uint32_t tgid = 0;
    std::uint32_t birth = 0;  ///< tells apart those that had the same number
    std::uint32_t tid = 0;    ///< 0: all threads of the process
    bool worker = false;      ///< made by the kernel: io_uring workers of the process
    std::string comm;         ///< that of the main thread, if it was seen
    std::uint64_t threads = 0;
    std::uint64_t wall_ns = 0;  ///< of all its threads
    std::uint64_t cpu_ns = 0;
    std::uint64_t runnable_ns = 0;
    std::uint64_t wait_ns = 0;
    std::uint64_t user_ns = 0;  ///< as the scheduler's tick has it: only good for a ratio
    std::uint64_t kernel_ns = 0;
    std::uint64_t held_waits = 0;  ///< of wb_thread
    std::uint64_t held_ns = 0;
    std::uint64_t held_max_ns = 0;
};

struct StackSum {
    wb_stack_key key{};
    wb_stack_sum sum{};
};

struct WorkerTime {
    std::string comm;  ///< of a kernel thread
    std::uint64_t turns = 0;
    std::uint64_t cpu_ns = 0;
};

/// Return addresses, innermost first, by the key of a stack.
using Stacks = std::map<std::uint64_t, std::vector<std::uint64_t>>;

/// What the kernel's tables of threads and stacks hold at a cut or at the end.
struct TaskTimes {
    bool followed = false;        ///< the time of threads was followed
    std::vector<TaskTime> tasks;  ///< by tgid, birth and tid
    std::vector<StackSum> rows;   ///< of all kinds that were wanted
    std::vector<WorkerTime> workers;
    Stacks kernel_stacks;
    Stacks user_stacks;
};

}  // namespace wbtrace::events
