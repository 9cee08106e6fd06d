// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// Snapshots with a few processes and devices, interval after interval.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "top/history.h"
#include "top/view_state.h"

namespace wbtrace::top {

/// Processes by name and bytes that they dirtied in an interval of one second.
using Dirtied = std::vector<std::pair<std::string, std::uint64_t>>;

inline model::Snapshot second_of(std::uint64_t number, const Dirtied& dirtied) {
    model::Snapshot snapshot;
    snapshot.interval =
        model::IntervalFigures{number, false, (number - 1) * 1'000'000'000, number * 1'000'000'000};
    snapshot.capture.duration_ns = number * 1'000'000'000;
    for (const auto& [comm, bytes] : dirtied) {
        auto& process = snapshot.processes.emplace_back();
        process.comm = comm;
        process.tgid = static_cast<std::uint32_t>(comm.front());
        process.dirtied_bytes = bytes;
    }
    return snapshot;
}

struct Watched {
    History history;
    ViewState state;
    std::uint64_t number = 0;

    Watched() { state.pane = Pane::processes; }
    void see(const Dirtied& dirtied) {
        const auto snapshot = second_of(++number, dirtied);
        history.advance({snapshot, snapshot});
    }
};

}  // namespace wbtrace::top
