// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <cstdint>
#include <map>
#include <unordered_map>
#include <unordered_set>

#include "analysis/context.h"
#include "bpf/abi/process_events.h"

namespace wbtrace::analysis {

struct SyscallBytes {
    std::uint64_t read_bytes = 0;
    std::uint64_t written_bytes = 0;
    std::string comm = {};  ///< of the thread, or of the main one among several
};

/// What threads did by system calls during the trace: those that ended told it themselves, those
/// that run are looked up. Each is counted once, whatever the kernel still lists of it.
class ThreadAccounts {
public:
    explicit ThreadAccounts(const Context& context) : context_(context) {}

    /// The whole of what it did during the trace.
    SyscallBytes ended(const wb_task_exited& record);
    /// A process that began anew with this number: the thread that did takes over that number.
    void execed(std::uint32_t tgid);

    /// So far, of those that run: by thread, or by process.
    [[nodiscard]] std::map<std::uint32_t, SyscallBytes> running(bool by_thread) const;

private:
    [[nodiscard]] SyscallBytes during_trace(std::uint32_t tid, std::uint64_t start_ticks,
                                            SyscallBytes account) const;

    const Context& context_;
    std::unordered_map<std::uint32_t, std::uint64_t> ended_;  // thread -> when it had begun
    std::unordered_set<std::uint32_t> taken_over_;            // numbers whose account began anew
};

}  // namespace wbtrace::analysis
