// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <chrono>

#include "capture/session.h"
#include "model/snapshot.h"
#include "workload/signals.h"

namespace wbtrace {

/// Waits until what the command dirtied has reached the device, at most so long; a signal
/// ends the wait. Says so on a terminal when it takes a while. Fills settle_ns, settled and
/// unsettled_files.
void settle(capture::Session& session, workload::SignalInbox& inbox,
            std::chrono::nanoseconds at_most, model::RunFigures& run);

}  // namespace wbtrace
