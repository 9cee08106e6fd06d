// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// wbtrace itself as a child: one tracer is one process.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "workload/signals.h"

namespace wbtrace {

struct TracerSpec {
    std::vector<std::string> arguments;  ///< behind "wbtrace"
    std::string output, errors;          ///< files for stdout and stderr
};

struct TracerEnd {
    int exit_status = 0;          ///< as the tracer told it; of one that was killed 125
    std::optional<int> killed{};  ///< the signal that ended the tracer itself
    std::uint64_t took_ns = 0;    ///< from the start to the end
    std::optional<int> signal{};  ///< that asked us to end meanwhile
};

/// Runs it to its end, with all it starts in a process group of its own, and without standard
/// input. A signal that asks us to end goes to the whole group; when that takes long it gets it
/// again, which ends the waiting for writeback, and at last SIGKILL. It ends when we are killed.
/// What it leaves running in its group is killed: it would be part of the next case.
/// `on_tick` is called ten times a second.
Result<TracerEnd> run_tracer(const TracerSpec& spec, workload::SignalInbox& inbox,
                             const std::function<void()>& on_tick);

}  // namespace wbtrace
