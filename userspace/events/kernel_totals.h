// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <cstdint>
#include <vector>

#include "bpf/abi/probe_config.h"
#include "bpf/abi/totals.h"

namespace wbtrace::events {

/// The kernel's exact counters, summed over CPUs, at the end of a trace.
struct KernelTotals {
    struct Device {
        std::uint32_t slot = 0;
        wb_device_slot where{};
        wb_device_totals totals{};
    };
    std::vector<Device> devices;  ///< rows of the device table that are in use
    /// Inodes whose dirtiers were forgotten, since their table was full. Without a scope only: with
    /// one, what finds no room is WB_LOSS_MAP_FULL.
    std::uint64_t dirtiers_evicted = 0;
    wb_cpu_totals cpu{};  ///< summed; the thresholds are those of the CPU that saw them last
};

}  // namespace wbtrace::events
