// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <optional>
#include <string_view>

#include "base/result.h"
#include "cli/options.h"
#include "model/snapshot.h"
#include "output.h"
#include "workload/signals.h"

namespace wbtrace {

/// The reports that the user asked for and where they go.
class Reporting {
public:
    /// Opens the files. Fails when one cannot be written.
    static Result<Reporting> open(const cli::Options& options);

    /// A signal ends wbtrace when nobody takes what is written.
    Result<void> show(const model::Snapshot& snapshot, workload::SignalInbox& inbox);

    /// Something to know while waiting; only on a terminal.
    void announce(std::string_view text);

private:
    Reporting(const cli::Options& options, Output text, std::optional<Output> json);

    cli::Options options_;
    Output text_;
    std::optional<Output> json_;
};

}  // namespace wbtrace
