// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "cli/options.h"
#include "interval_sink.h"
#include "output.h"
#include "output_queue.h"
#include "top/history.h"
#include "top/view_state.h"

namespace wbtrace {

/// What the panes of top show, as plain text to stdout, and as one JSON document an interval.
class TopBatch final : public IntervalSink {
public:
    /// Fails when an output cannot be written.
    static Result<TopBatch> open(const cli::Options& options, top::ViewState state);

    Result<void> begin_intervals() override;
    void show_interval(const model::Snapshot& interval, const model::Snapshot& whole) override;
    [[nodiscard]] bool takes_intervals() override;
    [[nodiscard]] bool ended() override;
    Result<void> show_last(const model::Snapshot& whole, workload::SignalInbox& inbox) override;

private:
    TopBatch(top::ViewState state, std::vector<top::Pane> panes)
        : state_(std::move(state)), panes_(std::move(panes)) {}

    top::ViewState state_;
    std::vector<top::Pane> panes_;
    top::History history_;
    std::optional<Output> text_, json_;  // until the intervals begin
    std::unique_ptr<OutputQueue> text_queue_, json_queue_;
};

}  // namespace wbtrace
