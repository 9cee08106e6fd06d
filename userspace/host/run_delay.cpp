// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "host/run_delay.h"

#include "host/pseudo_file.h"

namespace wbtrace::host {

bool counts_run_delay(const std::string& root) {
    // Time on a CPU, time waited for one, turns: a task that reads this has had one.
    const auto line = read_line(root + "/proc/self/schedstat");
    return line && !line->empty() && !line->ends_with(" 0");
}

}  // namespace wbtrace::host
