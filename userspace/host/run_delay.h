// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <string>

namespace wbtrace::host {

/// Whether this kernel counts how long each task waits for a CPU (CONFIG_SCHED_INFO, which before
/// Linux 5.14 may be there and switched off). `root`: "", but for tests.
bool counts_run_delay(const std::string& root = {});

}  // namespace wbtrace::host
