// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <chrono>
#include <functional>
#include <optional>

#include "base/result.h"
#include "workload/command.h"
#include "workload/signals.h"

namespace wbtrace::workload {

/// How long to wait and what to do meanwhile.
struct WaitPlan {
    std::optional<std::chrono::nanoseconds> at_most = {};  ///< empty: without a limit
    std::function<bool()> on_tick = {};  ///< called every `tick`; false ends the wait
    /// Above 0, counted from the start of the wait. When `on_tick` takes longer, the next one
    /// comes late, once, and those behind it keep their times.
    std::chrono::nanoseconds tick = std::chrono::milliseconds(100);
    bool any_signal = true;  ///< without a command; false: those that do not ask us to end do not
};

enum class WaitEnd {
    command_ended,  ///< and is reaped
    signalled,      ///< only without a command
    time_over,      ///< `at_most` has passed; a command still runs
    tick_ended_it   ///< `on_tick` returned false; a command still runs
};

struct WaitOutcome {
    WaitEnd end = WaitEnd::time_over;
    std::optional<RunEnd> run;             ///< when the command ended
    std::optional<ReceivedSignal> signal;  ///< the last one that came meanwhile
};

/// Waits for the released command, forwarding to it the signals that it has not got itself.
Result<WaitOutcome> wait_for_end(Command& command, SignalInbox& inbox, const WaitPlan& plan = {});

/// Waits for the first signal.
Result<WaitOutcome> wait_for_signal(SignalInbox& inbox, const WaitPlan& plan = {});

}  // namespace wbtrace::workload
