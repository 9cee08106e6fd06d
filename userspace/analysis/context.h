// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>

#include "analysis/filesystems.h"
#include "model/attribution.h"

namespace wbtrace::analysis {

/// REQ_ flags as the running kernel has them in wb_request_done::cmd_flags; 0: it has
/// none of the name.
struct RequestBits {
    std::uint32_t meta = 0;
    std::uint32_t idle = 0;
    std::uint32_t swap = 0;
    // Not in recordings of the first versions: 0 there.
    std::uint32_t sync = 0;
    std::uint32_t fua = 0;
    std::uint32_t preflush = 0;
    std::uint32_t ahead = 0;
};

/// What a thread has read and written by system calls since its start.
struct SyscallAccount {
    std::uint32_t tgid = 0;
    std::uint64_t start_ticks = 0;  ///< when it began: hundredths of a second since boot
    std::string comm = {};
    std::uint64_t read_bytes = 0;
    std::uint64_t written_bytes = 0;
};

/// By thread.
using SyscallAccounts = std::map<std::uint32_t, SyscallAccount>;

/// Where a file is now that had this path when it was met.
struct FilePlace {
    model::FileState state = model::FileState::unknown;
    std::string renamed_to = {};
};
using FindFile = std::function<FilePlace(const std::string& path, const model::FileFigures&)>;

/// What must be known of the machine to read its records. The numbers are fixed
/// before the first record; names are looked up when a snapshot is filled, so that
/// devices which turn up during the run can be added before that.
struct Context {
    std::uint64_t jiffies_per_second = 0;  ///< CONFIG_HZ; 0: unknown, pauses cannot be told
    std::uint64_t page_bytes = 4096;
    std::uint64_t start_ns = 0;  ///< CLOCK_MONOTONIC at the start of the trace
    std::map<std::uint32_t, std::string> writeback_reasons = {};  ///< enum wb_reason, from BTF
    std::map<std::uint32_t, std::string> device_names = {};  ///< slot of the device table -> "sda"
    std::map<std::string, std::string, std::less<>> bdi_names = {};  ///< "8:0" -> "sda"
    RequestBits request_bits = {};
    Filesystems filesystems = {};  ///< mounted at the start, and again at each snapshot
    bool has_scope = false;        ///< a command is traced, and ends of its tasks alone are told
    bool threads = false;          ///< processes are told apart by thread
    bool few_rows = false;         ///< tables are an eighth as large: every second they are read
    bool busy_time = false;        ///< followed, as a live view shows it
    /// Disks that lie above others (md, dm): their requests come again beneath.
    std::set<std::uint32_t> upper_devices = {};
    /// By disk: traced loop devices above it with direct I/O, whose pages come again there.
    std::map<std::uint32_t, std::set<std::uint32_t>> loops_above = {};
    std::map<std::uint64_t, std::string> cgroup_paths = {};  ///< by id
    SyscallAccounts accounts_at_start = {};                  ///< of those that ran already
    SyscallAccounts accounts_now = {};                       ///< read for each snapshot
    /// The kernel's function at an address, with the compiler's suffix; "" when there is none.
    /// Absent: not to be had, for the reason beneath.
    std::function<std::string(std::uint64_t)> kernel_function = {};
    std::string no_kernel_functions = "the names of the kernel's functions were not read";
    std::uint64_t cut_ns = 0;  ///< CLOCK_MONOTONIC at the end of the snapshot; 0: not known
    FindFile find_file = {};   ///< absent: the state of files is unknown
};

}  // namespace wbtrace::analysis
