// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <string>

#include "model/snapshot.h"

namespace wbtrace::host {

/// Settings in a disk's queue/ directory of sysfs; files that are absent leave
/// their field empty (a bio-based device has no scheduler and no wbt).
model::QueueSettings read_queue_settings(const std::string& queue_directory);

}  // namespace wbtrace::host
