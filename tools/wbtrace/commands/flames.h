// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "capture/mapping_watch.h"
#include "capture/session.h"
#include "cli/options.h"
#include "model/snapshot.h"
#include "model/stacks.h"
#include "output.h"
#include "tracing.h"
#include "workload/signals.h"

namespace wbtrace {

/// The flame graphs that the user asked for, of one trace.
class Flames {
public:
    /// Opens the files. Fails when one cannot be written, or two are one.
    static Result<Flames> open(const cli::Options& options);

    /// Asks for the stacks that are needed, if any are.
    void ask(capture::SessionOptions& session);
    /// Before the trace begins: from now on it is known what programs have mapped.
    Result<void> watch();
    /// Who names the stacks when counting has ended; empty: no picture was asked for. Refers to
    /// this.
    [[nodiscard]] NameStacks namer();
    /// The trace has been finished.
    Result<void> write(const Tracing& tracing, const model::Snapshot& snapshot,
                       workload::SignalInbox& inbox);

private:
    struct Picture {
        cli::FlameFile what;
        Output out;
    };

    Flames(std::vector<Picture> pictures, const cli::Options& options)
        : pictures_(std::move(pictures)), options_(options) {}
    [[nodiscard]] model::NamedStacks named(const std::vector<model::StackRow>& rows,
                                           const model::Snapshot& snapshot);

    std::vector<Picture> pictures_;
    cli::Options options_;
    unsigned kinds_ = 0;  // of stacks, that were asked for
    std::optional<capture::MappingWatch> watch_;
};

}  // namespace wbtrace
