// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace wbtrace::host {

/// What a process, or a thread, has read and written by system calls so far, whether
/// from a device, the page cache or a pipe: rchar and wchar of /proc/PID/io.
struct ProcessIo {
    std::uint32_t number = 0;  ///< of the process; of the thread when asked by thread
    std::string comm;
    std::uint64_t read_bytes = 0;
    std::uint64_t written_bytes = 0;
};

/// Of all that run now below root + /proc, by process (threads that ended included) or
/// by thread. Those that vanish meanwhile, and all when the kernel keeps no account
/// (CONFIG_TASK_IO_ACCOUNTING), are left out.
std::vector<ProcessIo> read_process_io(const std::string& root, bool by_thread);

}  // namespace wbtrace::host
