// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include "base/result.h"
#include "cli/options.h"
#include "commands/top_page.h"
#include "top/view_state.h"
#include "workload/signals.h"

namespace wbtrace {

/// Plays the recording on the page, as fast as it was, or as the user likes; back and ahead.
Result<void> watch_replay(const cli::Options& options, TopPage& page, workload::SignalInbox& inbox);

/// Lists its intervals one after the other, without waiting.
Result<void> list_replay(const cli::Options& options, const top::ViewState& state,
                         workload::SignalInbox& inbox);

}  // namespace wbtrace
