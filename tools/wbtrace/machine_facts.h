// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// What the analysis must know of this machine, from what the host says.
#pragma once

#include "analysis/trace_facts.h"
#include "bpf/abi/writeback_events.h"
#include "host/block_devices.h"
#include "host/kernel_btf.h"

namespace wbtrace {

/// The names of enum wb_reason.
std::map<std::uint32_t, std::string> writeback_reasons(const host::KernelBtf& btf);

/// The REQ_ flags that tell kinds of requests; their numbers differ between kernels.
analysis::RequestBits request_bits(const host::KernelBtf& btf);

/// Flags of a bio, any of which says that blk-throttle has charged it; 0: none is known.
std::uint32_t throttled_bio(const host::KernelBtf& btf);

/// What the threads that run now have read and written by system calls.
analysis::SyscallAccounts syscall_accounts();

/// The mounted file systems, the traced loop devices (`chosen` empty: all) and the cgroups; with
/// `accounts`, what the processes that run now have read and written by system calls, which takes
/// a look at each of them.
analysis::MachineState machine_state(const host::BlockDevices& devices,
                                     const std::vector<host::TracedDevice>& chosen, bool accounts);

/// What people call the devices behind the bdis that there are.
std::map<std::string, std::string> bdi_names(const host::BlockDevices& devices);

/// Works of the kernel's table, as facts.
std::vector<analysis::RunningWork> running_works(const std::vector<wb_work_finished>& works);

/// Which disks lie above others.
std::set<std::uint32_t> upper_devices(const host::BlockDevices& devices);

/// Asks the file system where a file is now. The file systems must outlive the result.
analysis::FindFile file_finder(const analysis::Filesystems& filesystems);

}  // namespace wbtrace
