// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// The sections of the text report, one file each; text_report.cpp sets their order.
#pragma once

#include "model/snapshot.h"
#include "views/text_page.h"
#include "views/text_report.h"

namespace wbtrace::views {

using TextSection = void(TextPage&, const model::Snapshot&, const TextOptions&);

/// One of many reports: what repeats itself is left out.
inline bool is_brief(const model::Snapshot& snapshot) {
    return snapshot.interval && !snapshot.interval->whole;
}

TextSection write_run;          ///< command, times, exit, settling
TextSection write_time_budget;  ///< where the time of threads went
TextSection write_device_tree;  ///< all devices at a glance, when there are several
TextSection write_devices;      ///< one block per device
TextSection write_leaf_spread;  ///< histograms over the leaf devices
TextSection write_kinds;        ///< what the requests of each device carried
TextSection write_processes;    ///< who dirtied, issued and is charged
TextSection write_files;        ///< what was dirtied and written
TextSection write_cgroups;      ///< the same by cgroup, when there are several
TextSection write_throttle;     ///< waits in balance_dirty_pages
TextSection write_writeback;    ///< works of the flusher threads
TextSection write_page_cache;   ///< pages dirtied, added, evicted
TextSection write_sync_calls;   ///< fsync and its like, what they waited for
TextSection write_losses;       ///< events that were lost, by cause
TextSection write_unavailable;  ///< figures that could not be had, and why
TextSection write_capture;      ///< -v: what the tracer itself did and cost

}  // namespace wbtrace::views
