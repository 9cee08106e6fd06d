// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

#include "bpf/abi/process_events.h"

namespace wbtrace::analysis {

/// What is known of a process number now.
struct ProcessState {
    std::uint64_t generation = 0;  ///< 0: ran before the trace, or its fork was not seen
    std::string comm;              ///< from fork, exec or exit; empty: not yet
    bool ended = false;
};

/// Tells processes apart that had the same number one after the other. What is written
/// back for a process after its end is still its own, until a fork gives its number
/// away.
class ProcessStates {
public:
    void forked(const wb_task_forked& record);
    void execed(const wb_task_execed& record);
    void ended(const wb_task_exited& record);

    /// The reference holds until the next call.
    ProcessState& of(std::uint32_t tgid);
    /// Null when nothing is known of it.
    [[nodiscard]] const ProcessState* find(std::uint32_t tgid) const;

private:
    void drop_ended();

    std::unordered_map<std::uint32_t, ProcessState> states_;  // by tgid
    std::uint64_t last_generation_ = 0;
};

}  // namespace wbtrace::analysis
