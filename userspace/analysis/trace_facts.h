// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// All that a report is made from besides the records: plain values that a live trace reads from
// the machine, and a recording keeps. Nothing else may reach the analysis, or a replayed report
// would differ from the live one.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "analysis/context.h"
#include "events/kernel_totals.h"
#include "events/task_times.h"
#include "model/snapshot.h"

namespace wbtrace::analysis {

struct MountedFilesystem : Filesystem {
    std::uint32_t s_dev = 0;  ///< of its superblock: major << 20 | minor
};

/// Sectors of a disk that a file system lies on.
struct FilesystemPlace {
    std::uint32_t disk = 0;
    std::uint64_t first_sector = 0;
    std::uint64_t end_sector = 0;  ///< behind the last one
    std::uint32_t s_dev = 0;
};

/// A traced loop device with direct I/O, and a disk that gets the pages of its requests.
struct LoopOverDisk {
    std::uint32_t loop = 0;  ///< major << 20 | minor
    std::uint32_t disk = 0;
};

/// What may change while a trace goes on: read at its start and for each snapshot.
struct MachineState {
    std::vector<MountedFilesystem> filesystems;
    std::vector<FilesystemPlace> places;  ///< of several that hold a sector the first is meant
    std::vector<LoopOverDisk> loops;
    std::map<std::uint64_t, std::string> cgroup_paths;  ///< by id
    SyscallAccounts accounts;                           ///< of the processes that run
};

/// Known before the first record.
struct StartFacts {
    std::string tool_version;
    model::LocalTime started_at;
    std::uint64_t start_ns = 0;  ///< CLOCK_MONOTONIC
    std::uint64_t jiffies_per_second = 0;
    std::map<std::uint32_t, std::string> writeback_reasons;
    RequestBits request_bits;
    bool threads = false;
    bool few_rows = false;  ///< of a live view
    std::set<std::uint32_t> upper_devices;
    model::HostFigures host;
    std::vector<model::DeviceIdentity> disks;  ///< of the machine, with their queue settings
    MachineState machine;
    std::vector<std::string> command;  ///< empty: the system was traced
    std::uint64_t interval_ns = 0;     ///< of the live reports; 0: one at the end
    std::vector<std::string> options;  ///< in force, as words for people
};

/// Where a file is that a snapshot names.
struct FileAnswer {
    std::uint32_t s_dev = 0;
    std::uint64_t inode = 0;
    std::uint32_t generation = 0;
    model::FileState state = model::FileState::unknown;
    std::string renamed_to;
};

/// A writeback work that was not finished when a snapshot was taken.
struct RunningWork {
    std::uint32_t reason = 0;  ///< enum wb_reason of the recorded kernel
    std::uint32_t dev = 0;     ///< 0: nothing is behind the bdi
    std::string bdi_name;
    std::uint64_t queued_ns = 0;  ///< CLOCK_MONOTONIC; 0: nobody queued it
    std::uint64_t started_ns = 0;
    std::uint64_t pages = 0;  ///< written so far
    std::uint32_t turns = 0;
    std::uint32_t requester_tgid = 0;
    std::string requester_comm;
};

/// Known when a snapshot is taken: in the middle of a trace, or at its end.
struct CutFacts {
    std::uint64_t cut_ns = 0;  ///< CLOCK_MONOTONIC; records stamped before it are in
    model::LocalTime taken_at;
    model::HostFigures host;
    MachineState machine;
    std::vector<model::DeviceIdentity> devices;    ///< rows of the kernel's table, as reported
    std::map<std::string, std::string> bdi_names;  ///< "8:0" -> what people call it
    events::KernelTotals totals;
    events::TaskTimes times;  ///< frames of the kernel are numbers of its functions
    std::map<std::uint64_t, std::string> kernel_functions;  ///< by those numbers
    std::string no_kernel_functions;  ///< why their names could not be had, or empty
    model::CaptureFigures capture;    ///< what does not come from records or totals
    std::optional<model::RunFigures> run;
    std::optional<std::vector<RunningWork>> running_works;
    std::vector<FileAnswer> files;  ///< only in a recording: what the live report was told
};

}  // namespace wbtrace::analysis
