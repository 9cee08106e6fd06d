// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <string>

#include "model/doctor.h"

namespace wbtrace::views {

/// What this machine offers, in at most 80 columns: kernel, capabilities and
/// limits, probes, block devices, remedies, and a last line with the verdict.
std::string doctor_text(const model::DoctorReport& report, bool color = false);

}  // namespace wbtrace::views
