// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "exports/names.h"
#include "exports/perfetto_tracks.h"

namespace wbtrace::exports::perfetto {

/// Counters of dirty pages against their thresholds, of the machine, of cgroups and of devices, and
/// of the bandwidth that the kernel reckons with.
class DirtyCounters {
public:
    DirtyCounters(const Names& names, TrackNumbers& numbers, Packets& packets)
        : names_(names), numbers_(numbers), packets_(packets) {}

    void add(const wb_dirty_throttled& record);
    void add(const wb_ratelimit_updated& record);

private:
    void set(const std::string& name, const char* unit, std::uint64_t time_ns, std::uint64_t value);

    const Names& names_;
    TrackNumbers& numbers_;
    Packets& packets_;
    TrackId group_ = 0;
    std::map<std::string, TrackId> tracks_;  // by name
};

}  // namespace wbtrace::exports::perfetto
