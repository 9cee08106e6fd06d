// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <cstddef>
#include <memory>

#include "analysis/aggregator.h"
#include "analysis/context.h"

namespace wbtrace::analysis {

/// How many requests of its device were in the driver when a request was issued, that
/// one included, into DeviceFigures: the requests q with
/// q.issued <= r.issued < q.completed, from the stamps of their records. Requests
/// without a record (lost, never completed) are not in it.
///
/// A record comes when its request is done, so a depth can be told for sure only when
/// all requests issued before are done. Requests therefore wait, and when there are
/// too many, the older half of the device that has most is counted. One that was issued
/// before those and comes only now has been overtaken by tens of thousands: each of
/// them that was issued during its time was counted one too low, and its own depth is
/// told by the last instant counted, instead of by its issue. How often that happened is
/// DeviceFigures::queue_depth_overtaken; while it is 0, every depth is exact.
///
/// At a cut the requests of the last moments before it go on waiting, for the same reason: of
/// the last 50 ms, or twice the longest time that a request of the device has taken so far.
std::unique_ptr<Aggregator> make_queue_depth(const Context& context);

/// The same with at most `max_waiting` requests waiting, over all devices.
std::unique_ptr<Aggregator> make_queue_depth(const Context& context, std::size_t max_waiting);

}  // namespace wbtrace::analysis
