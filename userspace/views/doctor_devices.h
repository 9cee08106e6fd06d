// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include "model/doctor.h"
#include "views/text_page.h"

namespace wbtrace::views {

/// The section on block devices of doctor: a row of queue settings for each.
void write_doctor_devices(TextPage& page, const model::DoctorReport& report);

}  // namespace wbtrace::views
