// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// The process between fork and exec. Everything it needs is made before the fork, because after
// it only async-signal-safe calls are allowed: no allocation, no locks.
#pragma once

#include "workload/identity.h"
#include "workload/signals.h"

namespace wbtrace::workload {

/// How far the process got. `ready` is no failure: it waits at the gate.
enum class ChildStage : int { ready, become_user, exec };

/// One write to the status pipe, hence never torn.
struct ChildReport {
    ChildStage stage = ChildStage::ready;
    int error = 0;  ///< errno; 0 when ready
};

/// What the tracer does not survive is not run.
inline constexpr int gate_closed_status = 125;

struct ChildPlan {
    char* const* argv = nullptr;
    char* const* environment = nullptr;
    const Identity* run_as = nullptr;           ///< null: stay who we are
    const InheritedSignals* signals = nullptr;  ///< null: nothing was changed
    int gate = -1;                              ///< read end
    int tracer_gate = -1;                       ///< write end, to be closed
    int status = -1;                            ///< write end
};

/// Waits at the gate and becomes the command.
[[noreturn]] void run_gated_child(const ChildPlan& plan);

}  // namespace wbtrace::workload
