// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// What a Session consists of; for this room only.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/unique_fd.h"
#include "capture/ended_threads.h"
#include "capture/loader.h"
#include "capture/session.h"

namespace wbtrace::capture {

/// As in bpf/lib/inode_table.bpf.h.
struct InodeKey {
    __u64 inode;
    __u32 dev;
    __u32 generation;
};

struct Session::Parts {
    Loaded loaded;
    std::vector<UniqueFd> ring_fds;
    std::vector<int> rings;
    std::size_t ring_bytes = 0;
    std::map<std::string, Link> links;           ///< by program
    std::map<std::string, std::string> refused;  ///< program -> why it could not be attached
    std::vector<InodeKey> not_seen_clean;        ///< dirtied files, those of the scope among them
    bool dirtying_followed = false;
    std::unique_ptr<EndedThreads> ended_threads;  ///< null: no thread is followed
    std::vector<std::uint32_t> scope;             ///< its first processes
    /// When the time of threads ceased to be followed; 0: never was.
    std::uint64_t followed_until_ns = 0;
};

/// Makes the program that counts samples be called on each CPU.
Result<void> attach_cpu_samples(const wbtrace_bpf& skeleton, std::map<std::string, Link>& links);

/// Puts the traced devices into the kernel's table.
Result<void> fill_device_table(wbtrace_bpf& skeleton,
                               const std::vector<host::TracedDevice>& devices);

/// Puts what lies elsewhere into the kernel's table.
Result<void> fill_foreign_table(wbtrace_bpf& skeleton, const host::ForeignPlaces& foreign);

/// Tells the kernel side what alone is wanted.
Result<void> fill_filter(wbtrace_bpf& skeleton, const Filter& filter);

/// The one thread of a process that has not exec'd: its time begins when it is next on a CPU.
Result<void> follow_first_thread(const wbtrace_bpf& skeleton, std::uint32_t pid);

/// Sums the per-CPU counters of the kernel's tables.
events::KernelTotals read_totals(const wbtrace_bpf& skeleton);

/// Requests that were issued and have not ended.
std::uint64_t count_in_flight(const wbtrace_bpf& skeleton);

/// Run counts of a program; fields empty where the kernel does not tell.
model::ProbeFigures program_figures(const bpf_program* program);

}  // namespace wbtrace::capture
