// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// What the analysis must know of this machine, from what the host says.
#pragma once

#include "analysis/context.h"
#include "host/block_devices.h"
#include "host/kernel_btf.h"

namespace wbtrace {

/// The names of enum wb_reason.
std::map<std::uint32_t, std::string> writeback_reasons(const host::KernelBtf& btf);

/// The REQ_ flags that tell kinds of requests; their numbers differ between kernels.
analysis::RequestBits request_bits(const host::KernelBtf& btf);

/// Flags of a bio, any of which says that blk-throttle has charged it; 0: none is known.
std::uint32_t throttled_bio(const host::KernelBtf& btf);

/// Tells the mounted file systems anew.
void tell_filesystems(const host::BlockDevices& devices, analysis::Filesystems& to);

/// Which disks lie above others.
std::set<std::uint32_t> upper_devices(const host::BlockDevices& devices);

/// What the processes that run now have read and written by system calls.
analysis::SyscallAccounts syscall_accounts(bool by_thread);

/// Adds the cgroups that there are now; names of those that went stay known.
void tell_cgroups(std::map<std::uint64_t, std::string>& to);

/// Asks the file system where a file is now. The file systems must outlive the result.
analysis::FindFile file_finder(const analysis::Filesystems& filesystems);

}  // namespace wbtrace
