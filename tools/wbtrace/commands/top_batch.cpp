// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "commands/top_batch.h"

#include "interruptible.h"
#include "top/batch_text.h"
#include "views/json_report.h"

namespace wbtrace {

namespace {

constexpr std::uint64_t rows_of_a_table = 10;

std::vector<top::Pane> panes_of(const cli::Options& options) {
    if (options.pane) return {*options.pane};
    return {top::Pane::devices, top::Pane::processes, top::Pane::files};
}

}  // namespace

Result<TopBatch> TopBatch::open(const cli::Options& options, top::ViewState state) {
    state.most_rows = options.rows.value_or(rows_of_a_table);
    state.marks_chosen = false;
    TopBatch batch(std::move(state), panes_of(options));
    if (options.json_file) {
        auto json = Output::to_file(*options.json_file);
        if (!json) return tl::unexpected(json.error());
        batch.json_ = std::move(*json);
    }
    if (options.json_file == "-") return batch;
    auto text = Output::to_file("-");
    if (!text) return tl::unexpected(text.error());
    batch.text_ = std::move(*text);
    return batch;
}

Result<void> TopBatch::begin_intervals() {
    const auto start = [](std::optional<Output>& output,
                          std::unique_ptr<OutputQueue>& to) -> Result<void> {
        if (!output) return {};
        auto queue = OutputQueue::start(std::move(*output));
        if (!queue) return tl::unexpected(queue.error());
        to = std::move(*queue);
        return {};
    };
    if (auto started = start(json_, json_queue_); !started) return started;
    return start(text_, text_queue_);
}

void TopBatch::show_interval(const model::Snapshot& interval, const model::Snapshot& whole) {
    if (json_queue_) json_queue_->push(views::json_line(interval));
    if (!text_queue_) return;
    const top::Moment moment{interval, whole};
    history_.advance(moment);
    text_queue_->push(top::batch_text(moment, history_, state_, panes_));
}

bool TopBatch::takes_intervals() {
    return (!text_queue_ || text_queue_->has_room()) && (!json_queue_ || json_queue_->has_room());
}

bool TopBatch::ended() {
    return (text_queue_ && text_queue_->ended()) || (json_queue_ && json_queue_->ended());
}

Result<void> TopBatch::show_last(const model::Snapshot&, workload::SignalInbox& inbox) {
    return interruptible(inbox, [&] {
        auto json = json_queue_ ? json_queue_->finish() : Result<void>{};
        auto text = text_queue_ ? text_queue_->finish() : Result<void>{};
        return json ? text : json;
    });
}

}  // namespace wbtrace
