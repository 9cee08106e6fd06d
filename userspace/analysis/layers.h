// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <cstddef>
#include <memory>

#include "analysis/aggregator.h"
#include "analysis/context.h"

namespace wbtrace::analysis {

/// Where the time of the bios of md and dm passed, into DeviceFigures::layer_time.
///
/// A bio's time, queued to completed, is its own device's while none of its pieces is in
/// flight beneath; the rest belongs to the devices beneath, in equal parts where several
/// are at work at once. A piece is in flight from the first sight of the request that
/// carries it (or of the lower bio) to the end of that. Time that passed in a device
/// that is stacked itself goes on to those beneath it in the proportion of that bio's own
/// division. So all parts add up to the time of the bios, to the nanosecond.
///
/// md sends flushes to its members without telling (no block_bio_remap): those of the
/// devices that were seen beneath it, while a bio of its waits for a flush, are taken for
/// it. A bio of which no piece was seen is not divided, and counted.
std::unique_ptr<Aggregator> make_layers(const Context& context);

/// The same with at most so many pieces under way.
std::unique_ptr<Aggregator> make_layers(const Context& context, std::size_t most_pieces);

}  // namespace wbtrace::analysis
