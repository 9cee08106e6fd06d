// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <vector>

#include "events/kernel_totals.h"
#include "host/block_devices.h"
#include "model/snapshot.h"

namespace wbtrace {

/// Who the rows of the kernel's device table are: those asked for in the order of the
/// stack, then the media that came under their numbers later; of a trace of all devices,
/// all that were seen, by number.
std::vector<model::DeviceIdentity> device_identities(
    const host::BlockDevices& devices, const std::vector<host::TracedDevice>& chosen,
    const std::vector<events::KernelTotals::Device>& seen);

}  // namespace wbtrace
