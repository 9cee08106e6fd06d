// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <vector>

#include "host/block_device.h"

namespace wbtrace::host {

/// A loop device with direct I/O, and a disk that gets the pages of its requests.
struct LoopOverDisk {
    KernelDev loop = 0;
    KernelDev disk = 0;
};

/// Every such pair, at any depth as far as nothing between copies the pages.
std::vector<LoopOverDisk> direct_loops(const std::vector<BlockDevice>& devices);

}  // namespace wbtrace::host
