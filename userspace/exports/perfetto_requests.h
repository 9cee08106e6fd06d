// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <tuple>

#include "exports/names.h"
#include "exports/perfetto_depth.h"
#include "exports/perfetto_tasks.h"
#include "exports/perfetto_tracks.h"

namespace wbtrace::exports::perfetto {

/// The tracks of a device: its requests, and what is written back to it.
struct DeviceTracks {
    TrackId group = 0;
    std::string name;
    Lanes requests, works;
};

/// What is drawn of block devices, and the arrows that lead there: from where pages were dirtied,
/// by way of who submitted them, to the request.
class RequestSlices {
public:
    RequestSlices(const Names& names, TrackNumbers& numbers, Packets& packets, TaskTracks& tasks)
        : names_(names),
          numbers_(numbers),
          packets_(packets),
          tasks_(tasks),
          depth_(numbers, packets) {}

    void add(const wb_request_done& record);
    /// Pages of the inode were dirtied, in a slice of that track. Runs are told when they are
    /// closed, which may be after their pages were written.
    void add_dirtied(const wb_page_run& record, TrackId track);
    void finish() { depth_.finish(); }

    /// Null: there are more devices than any machine has.
    DeviceTracks* device(std::uint32_t dev);

    /// For whom there were more at a time than can be drawn side by side.
    [[nodiscard]] std::uint64_t not_drawn() const { return not_drawn_; }
    [[nodiscard]] std::uint64_t out_of_order() const { return depth_.out_of_order(); }

private:
    using Inode = std::tuple<std::uint32_t, std::uint64_t, std::uint32_t>;
    struct Dirtied {
        TrackId track = 0;
        std::uint64_t time_ns = 0;
    };
    struct Waiting {
        FlowId flow = 0;
        std::uint64_t queued_ns = 0;
    };

    FlowId draw_way(const wb_request_done& record, DeviceTracks& device);
    void describe(const wb_request_done& record);

    const Names& names_;
    TrackNumbers& numbers_;
    Packets& packets_;
    TaskTracks& tasks_;
    DepthCounters depth_;
    std::map<std::uint32_t, DeviceTracks> devices_;  // by number
    std::map<Inode, Dirtied> dirtied_;               // last
    std::multimap<Inode, Waiting> waiting_;          // for what dirtied their pages
    FlowId flows_ = 0;
    std::uint64_t not_drawn_ = 0;
};

}  // namespace wbtrace::exports::perfetto
