// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <cstdint>
#include <string>

#include "model/histogram.h"
#include "views/text_page.h"

namespace wbtrace::views {

/// A histogram by powers of two in the layout of bcc, from the first to the last
/// row that holds something. Writes nothing for an empty one.
void write_histogram(TextPage& page, const model::Histogram& histogram, const std::string& unit);

/// A histogram of nanoseconds in microseconds, or in milliseconds.
void write_time_histogram(TextPage& page, const model::Histogram& histogram_ns, bool milliseconds);

/// The histogram with each value divided; a value that lies within 1/32 of an
/// edge between rows may land in the neighbouring row.
model::Histogram divided(const model::Histogram& histogram, std::uint64_t divisor);

}  // namespace wbtrace::views
