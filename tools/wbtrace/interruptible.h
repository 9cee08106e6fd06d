// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <functional>

#include "base/result.h"
#include "workload/signals.h"

namespace wbtrace {

/// Does work that may block for ever, such as writing into a pipe that nobody reads, so that a
/// signal still ends wbtrace: by that signal, as if it had never been caught. Work that is about
/// to be done is let finish. Signals that came before are not for this work and are dropped.
Result<void> interruptible(workload::SignalInbox& inbox, const std::function<Result<void>()>& work);

}  // namespace wbtrace
