// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <memory>
#include <vector>

#include "analysis/aggregator.h"
#include "analysis/context.h"
#include "analysis/trace_facts.h"

namespace wbtrace::analysis {

/// From facts and records to snapshots, the same for a trace that runs and for one that was
/// recorded: begin(), the records to the sinks, at() as often as wanted, finish().
class Reckoning {
public:
    /// `busy_time`: of devices, which only a live view shows; of a live trace by its facts.
    explicit Reckoning(const StartFacts& facts, bool busy_time = false);
    Reckoning(const Reckoning&) = delete;
    Reckoning& operator=(const Reckoning&) = delete;
    ~Reckoning();

    /// Tells the facts anew, before the first record.
    void begin(const StartFacts& facts);
    /// Who can say where a file is now; without it the state of files is unknown.
    void ask_for_files(FindFile find);

    /// One of each analysis, to see all records in time order.
    [[nodiscard]] std::vector<events::Sink*> sinks() const;

    [[nodiscard]] const Context& context() const { return context_; }

    /// In the middle: only what no later record changes. Called between records.
    [[nodiscard]] model::Snapshot at(const CutFacts& facts);
    /// After the last record.
    [[nodiscard]] model::Snapshot finish(const CutFacts& facts);

private:
    void tell(const MachineState& machine);
    void name_functions(const CutFacts& facts);
    [[nodiscard]] model::Snapshot begin_snapshot(const CutFacts& facts);

    Context context_;
    std::string tool_version_;
    std::vector<std::unique_ptr<Aggregator>> aggregators_;
};

}  // namespace wbtrace::analysis
