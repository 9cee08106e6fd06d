// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <chrono>
#include <optional>

#include "capture/session.h"
#include "model/snapshot.h"
#include "workload/signals.h"

namespace wbtrace {

/// How long to wait: what the user said, else as long as the kernel's own periodic write-out
/// may take by vm.dirty_expire_centisecs and vm.dirty_writeback_centisecs.
std::chrono::nanoseconds settle_limit(const std::optional<std::chrono::nanoseconds>& asked,
                                      const model::HostFigures& host);

/// Waits until what the command dirtied has reached the device, at most so long; a signal
/// ends the wait. Says so on a terminal when it takes a while. Fills settle_ns, settled,
/// unsettled_files, unsettled_file and processes_left.
void settle(capture::Session& session, workload::SignalInbox& inbox,
            std::chrono::nanoseconds at_most, model::RunFigures& run);

}  // namespace wbtrace
