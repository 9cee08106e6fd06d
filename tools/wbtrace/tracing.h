// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "capture/session.h"
#include "host/block_devices.h"
#include "host/kernel_btf.h"
#include "model/snapshot.h"
#include "model/stacks.h"
#include "recording/recorder.h"

namespace wbtrace {

/// Gives the stacks of a trace that has ended their names.
using NameStacks = std::function<model::NamedStacks(const std::vector<model::StackRow>& rows,
                                                    const model::Snapshot& snapshot)>;

/// What a trace is to be like.
struct TraceOptions {
    capture::SessionOptions session;
    std::vector<std::string> command = {};                  ///< empty: the system is traced
    std::optional<std::chrono::nanoseconds> interval = {};  ///< of reports
    bool live_view = false;                                 ///< figures of its panes only
    std::vector<std::string> words = {};                    ///< the options in force, for people
    std::unique_ptr<recording::Recorder> recorder = {};     ///< empty: nothing is recorded
    NameStacks name_stacks = {};                            ///< empty: nobody wants them
};

/// One trace from attach to snapshot: the rooms put together.
class Tracing {
public:
    /// Attaches; nothing is counted before run().
    static Result<Tracing> begin(TraceOptions options, host::BlockDevices devices);
    Tracing(Tracing&&) noexcept;
    ~Tracing();

    capture::Session& session();

    /// Counting begins.
    void run();
    /// The recording, if one was asked for, replaces what its file held. Once it is sure that there
    /// is something to trace.
    void keep();
    /// The command has ended; what follows counts as "after".
    void settle();
    /// What was found out until now; tracing goes on. Totals and records are cut at one moment,
    /// give or take what was counted while the totals were read. Every count is at least that of
    /// the time before, so that the difference of two is what happened between.
    Result<model::Snapshot> so_far();
    /// Ends the programs, reads all that is left, and tells what was found. With a
    /// command, `ran` is its share of the snapshot. Once only.
    Result<model::Snapshot> finish(std::optional<model::RunFigures> ran);
    /// The stacks that were asked for, by name; after finish().
    [[nodiscard]] const model::NamedStacks& stacks() const;

    /// What became of the recording, after finish(); empty when there is none.
    [[nodiscard]] const std::optional<recording::Outcome>& recorded() const;

private:
    struct Parts;
    explicit Tracing(std::unique_ptr<Parts> parts);
    std::unique_ptr<Parts> parts_;
};

}  // namespace wbtrace
