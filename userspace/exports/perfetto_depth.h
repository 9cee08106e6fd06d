// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "exports/names.h"
#include "exports/perfetto_tracks.h"
#include "exports/time_window.h"

namespace wbtrace::exports::perfetto {

/// Counters of a device: how many requests, and how many bytes of them, are in the driver: the
/// requests that are issued and not yet completed, as the report counts the queue depth.
class DepthCounters {
public:
    DepthCounters(TrackNumbers& numbers, Packets& packets);

    /// Shown on tracks beside those of `parent`.
    void add(const wb_request_done& record, TrackId parent, const std::string& device);
    void finish();

    [[nodiscard]] std::uint64_t out_of_order() const { return window_.out_of_order(); }

private:
    struct Change {
        std::uint64_t time_ns;
        std::uint32_t dev;
        std::int32_t requests;  // 1: issued, -1: completed
        std::uint32_t bytes;
    };
    struct Device {
        TrackId requests_track = 0, bytes_track = 0;
        std::int64_t requests = 0, bytes = 0;
        std::uint64_t time_ns = 0;  // of what was counted last
        bool shown = true;
    };

    void count(const Change& change);
    void show(Device& device);

    TrackNumbers& numbers_;
    Packets& packets_;
    std::map<std::uint32_t, Device> devices_;  // by number
    std::uint64_t now_ns_ = 0;
    TimeWindow<Change> window_;
};

}  // namespace wbtrace::exports::perfetto
