// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "exports/perfetto_depth.h"

#include <algorithm>

namespace wbtrace::exports::perfetto {

namespace {
constexpr std::size_t most_changes = 1U << 18;
}

DepthCounters::DepthCounters(TrackNumbers& numbers, Packets& packets)
    : numbers_(numbers),
      packets_(packets),
      window_(most_changes, [this](const Change& change) { count(change); }) {}

void DepthCounters::add(const wb_request_done& record, TrackId parent, const std::string& name) {
    const std::uint64_t completed_ns = record.header.time_ns;
    if (record.issued_ns == 0 || completed_ns == 0) return;
    auto& device = devices_[record.dev];
    if (device.requests_track == 0) {
        device.requests_track = numbers_.next();
        device.bytes_track = numbers_.next();
        packets_.describe_counter(device.requests_track, parent, name + " queue depth", "requests");
        packets_.describe_counter(device.bytes_track, parent, name + " bytes in flight",
                                  track::unit_bytes);
    }
    // It was in the driver, if only for an instant or by clocks that disagree.
    const std::uint64_t issued_ns = std::min<std::uint64_t>(record.issued_ns, completed_ns - 1);
    window_.add({issued_ns, record.dev, 1, record.bytes});
    window_.add({completed_ns, record.dev, -1, record.bytes});
}

/// One value for all that happens at one moment.
void DepthCounters::count(const Change& change) {
    now_ns_ = std::max(now_ns_, change.time_ns);
    auto& device = devices_[change.dev];
    if (device.time_ns != now_ns_) show(device);
    device.time_ns = now_ns_;
    device.requests += change.requests;
    device.bytes += std::int64_t{change.requests} * change.bytes;
    device.shown = false;
}

void DepthCounters::show(Device& device) {
    if (device.shown) return;
    packets_.counter(device.requests_track, device.time_ns, device.requests);
    packets_.counter(device.bytes_track, device.time_ns, device.bytes);
    device.shown = true;
}

void DepthCounters::finish() {
    window_.finish();
    for (auto& [dev, device] : devices_) show(device);
}

}  // namespace wbtrace::exports::perfetto
