// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <tuple>

#include "analysis/reckoning.h"
#include "base/result.h"
#include "cli/options.h"
#include "model/snapshot.h"
#include "recording/recording.h"

namespace wbtrace {

/// A recording made into snapshots, as Tracing makes them from the kernel's records.
class Replay {
public:
    Replay(const cli::Options& options, recording::Recording& recording);

    /// The live trace reported on intervals, or is asked to now.
    [[nodiscard]] bool has_intervals() const;

    using ShowInterval = std::function<void(const model::Snapshot&)>;

    /// Reads all of it and returns the snapshot of the whole. Once only.
    Result<model::Snapshot> run(const ShowInterval& show);

    /// Why the snapshot is not of the whole trace; empty when it is.
    [[nodiscard]] const std::string& why_not_whole() const { return why_not_whole_; }

private:
    void take_cut(const analysis::CutFacts& facts, bool ends, const ShowInterval& show);
    void tell_files(const analysis::CutFacts& facts);

    recording::Recording& recording_;
    analysis::Reckoning reckoning_;
    // What the live report was told, by file system, inode and generation.
    std::map<std::tuple<std::uint32_t, std::uint64_t, std::uint32_t>, analysis::FilePlace> files_;
    model::Snapshot previous_;  // of the interval before
    std::uint64_t intervals_ = 0;
    std::string why_not_whole_;
    Result<model::Snapshot> whole_;
};

}  // namespace wbtrace
