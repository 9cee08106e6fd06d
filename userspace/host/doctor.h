// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include "host/facts.h"
#include "model/doctor.h"

namespace wbtrace::host {

/// Judges the facts, and nothing but them: figures of the host, one Fact for each
/// thing looked at, and whether run mode works as far as these tell. Probes and
/// devices are the caller's, who also clears run_mode_works when the probes that
/// it rests on cannot be attached.
model::DoctorReport judge(const HostFacts& facts);

}  // namespace wbtrace::host
