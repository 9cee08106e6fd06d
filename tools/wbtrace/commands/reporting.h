// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "cli/options.h"
#include "interval_sink.h"
#include "model/snapshot.h"
#include "output.h"
#include "output_queue.h"
#include "workload/signals.h"

namespace wbtrace {

/// The reports that the user asked for and where they go.
class Reporting final : public IntervalSink {
public:
    /// Opens the files. Fails when one cannot be written.
    static Result<Reporting> open(const cli::Options& options);

    /// A signal ends wbtrace when nobody takes what is written.
    Result<void> show(const model::Snapshot& snapshot, workload::SignalInbox& inbox);

    /// From now on reports of intervals are coming: each output gets a thread of its own, so that
    /// a slow reader does not hold up the next report.
    Result<void> begin_intervals() override;
    void show_interval(const model::Snapshot& interval, const model::Snapshot& whole) override;
    [[nodiscard]] bool takes_intervals() override;
    [[nodiscard]] bool ended() override;
    Result<void> show_last(const model::Snapshot& whole, workload::SignalInbox& inbox) override;

    /// Something to know besides the report, on stderr.
    void warn(std::string_view text);
    /// Something to know while waiting; only on a terminal.
    void announce(std::string_view text);

private:
    Reporting(const cli::Options& options, Output text, std::optional<Output> json);
    [[nodiscard]] std::string text_of(const model::Snapshot& snapshot) const;

    cli::Options options_;
    bool color_;
    // Those below are empty once these are there.
    std::unique_ptr<OutputQueue> text_queue_;
    std::unique_ptr<OutputQueue> json_queue_;
    Output text_;
    std::optional<Output> json_;
};

}  // namespace wbtrace
