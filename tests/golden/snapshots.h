// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// Snapshots as a trace would leave them, for the views to show.
#pragma once

#include <string>
#include <vector>

#include "model/snapshot.h"
#include "views/text_report.h"

namespace wbtrace::golden {

struct Case {
    std::string name;  ///< of the files under expected/
    model::Snapshot snapshot;
    views::TextOptions options;
    bool with_json = true;  ///< false: the same document as another case
};

std::vector<Case> cases();

/// Values of a fixed pseudo-random walk around a middle, always the same ones.
model::Histogram spread(std::uint64_t middle, std::uint64_t count, std::uint64_t seed = 1);
model::Histogram repeated(std::uint64_t value, std::uint64_t count);

/// A host, its probes all attached and nothing lost.
model::Snapshot quiet_host();
model::RunFigures run_of(std::vector<std::string> command);

/// Fills an operation with requests of one size; latencies spread around d2c_ns.
void fill_op(model::DeviceFigures& device, model::Op op, std::uint64_t requests,
             std::uint64_t request_bytes, std::uint64_t d2c_ns);
model::DeviceFigures disk(std::string name, std::string dev);

/// Tables and kinds for the requests of plain_dd.
void add_who_and_what(model::Snapshot& snapshot);
/// More rows than the page shows, and rows that were folded.
void add_many_rows(model::Snapshot& snapshot);
/// Names in the tables that could deceive a terminal or its reader.
void make_names_hostile(model::Snapshot& snapshot);

model::Snapshot plain_dd();
model::Snapshot throttled();
void add_time_budget(model::Snapshot& snapshot);  ///< in a file of its own
model::Snapshot lossy();
model::Snapshot bio_based_zram();
model::Snapshot stacked_md();
model::Snapshot reattached_loop();
model::Snapshot hostile_names();
model::Snapshot empty_run();
model::Snapshot sync_heavy();  ///< in a file of its own
model::Snapshot no_command();
/// no_command() as one of several reports, and the report of all of them.
model::Snapshot one_interval();
model::Snapshot all_intervals();

}  // namespace wbtrace::golden
