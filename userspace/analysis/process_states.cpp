// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "analysis/process_states.h"

#include "analysis/record_fields.h"

namespace wbtrace::analysis {

namespace {

// More numbers than most machines run processes; those that ended go first.
constexpr std::size_t most_states = 65536;

}  // namespace

ProcessState& ProcessStates::of(std::uint32_t tgid) {
    if (states_.size() >= most_states && states_.find(tgid) == states_.end()) drop_ended();
    return states_[tgid];
}

const ProcessState* ProcessStates::find(std::uint32_t tgid) const {
    const auto found = states_.find(tgid);
    return found == states_.end() ? nullptr : &found->second;
}

void ProcessStates::drop_ended() {
    std::erase_if(states_, [](const auto& entry) { return entry.second.ended; });
    if (states_.size() >= most_states) states_.clear();
}

void ProcessStates::forked(const wb_task_forked& record) {
    ProcessState& child = of(record.child_tgid);
    child = {};
    child.generation = ++last_generation_;
    child.comm = text_of(record.comm);
}

void ProcessStates::execed(const wb_task_execed& record) {
    of(record.tgid).comm = text_of(record.comm);
}

void ProcessStates::ended(const wb_task_exited& record) {
    ProcessState& state = of(record.tgid);
    state.ended = record.whole_process != 0;
    const auto comm = text_of(record.comm);
    if (state.ended && record.pid == record.tgid && !comm.empty()) state.comm = comm;
}

}  // namespace wbtrace::analysis
