// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace wbtrace::host {

/// What a thread has read and written by system calls so far, whether from a device, the page
/// cache or a pipe: rchar and wchar of /proc/PID/task/TID/io. (Those of /proc/PID/io hold what
/// children did that the process has waited for.)
struct ThreadIo {
    std::uint32_t tgid = 0;
    std::uint32_t tid = 0;
    std::uint64_t start_ticks = 0;  ///< since boot, in hundredths of a second
    std::string comm;
    std::uint64_t read_bytes = 0;
    std::uint64_t written_bytes = 0;
};

/// Of all threads that run now below root + /proc. Those that vanish meanwhile, and all when the
/// kernel keeps no account (CONFIG_TASK_IO_ACCOUNTING), are left out.
std::vector<ThreadIo> read_thread_io(const std::string& root);

}  // namespace wbtrace::host
