// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <tuple>

#include "analysis/reckoning.h"
#include "analysis/record_filter.h"
#include "analysis/record_totals.h"
#include "base/result.h"
#include "model/snapshot.h"
#include "recording/recording.h"

namespace wbtrace {

/// What is asked of a recording.
struct ReplayOptions {
    analysis::Wanted wanted = {};
    std::vector<std::string> words = {};  ///< the filters, for people
    std::uint64_t every_ns = 0;           ///< intervals; 0: those of the live trace
    bool live_view = false;               ///< with what only that shows
};

/// A recording made into snapshots, as Tracing makes them from the kernel's records.
///
/// A whole recording without a new filter gives what the live trace gave, to the byte. Of all else
/// the kernel's own totals say too much: those are counted from the records then, and what no
/// record tells is not available.
class Replay {
public:
    Replay(ReplayOptions options, recording::Recording& recording);

    [[nodiscard]] bool has_intervals() const { return interval_ns() != 0; }

    /// What happened in an interval, and all until its end. False: nobody wants to see more.
    using ShowInterval =
        std::function<bool(const model::Snapshot& interval, const model::Snapshot& whole)>;

    /// Reads all of it, or as much as is wanted, and returns the snapshot of the whole. Once only.
    Result<model::Snapshot> run(const ShowInterval& show);

    /// Why there is less in it than was traced; empty when there is not.
    [[nodiscard]] const std::string& why_not_whole() const { return why_not_whole_; }

private:
    class Clock;

    [[nodiscard]] std::uint64_t interval_ns() const;
    [[nodiscard]] bool kernel_totals_hold() const;
    void take_cut(const analysis::CutFacts& facts);
    void cut_at(std::uint64_t time_ns);
    void show_interval(model::Snapshot now);
    void tell_files(const analysis::CutFacts& facts);
    [[nodiscard]] analysis::CutFacts facts_at(std::uint64_t time_ns) const;
    [[nodiscard]] analysis::CutFacts facts_of_part() const;

    ReplayOptions options_;
    recording::Recording& recording_;
    const analysis::StartFacts& start_;
    std::optional<analysis::CutFacts> end_;
    recording::Reading reading_;
    analysis::Reckoning reckoning_;
    analysis::RecordTotals totals_;
    // What the live report was told, by file system, inode and generation.
    std::map<std::tuple<std::uint32_t, std::uint64_t, std::uint32_t>, analysis::FilePlace> files_;
    const ShowInterval* show_ = nullptr;
    model::Snapshot previous_;  // of the interval before
    std::uint64_t intervals_ = 0;
    bool wants_more_ = true;
    std::string why_not_whole_;
};

}  // namespace wbtrace
