// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "commands/reporting.h"

#include <fmt/format.h>

#include <cstdlib>

#include "interruptible.h"
#include "views/json_report.h"
#include "views/text_report.h"

namespace wbtrace {

Reporting::Reporting(const cli::Options& options, Output text, std::optional<Output> json)
    : options_(options),
      color_(cli::use_color(options.color, text.is_terminal(), std::getenv("NO_COLOR"))),
      text_(std::move(text)),
      json_(std::move(json)) {}

Result<Reporting> Reporting::open(const cli::Options& options) {
    auto text = options.report_file ? Output::to_file(*options.report_file) : Output::to_stderr();
    if (!text) return tl::unexpected(text.error());
    std::optional<Output> json;
    if (options.json_file) {
        auto opened = Output::to_file(*options.json_file);
        if (!opened) return tl::unexpected(opened.error());
        json = std::move(*opened);
    }
    if (json && options.report_file && text->would_spoil(*json)) {
        return fail("--json and --report name the same file", "give two names");
    }
    return Reporting(options, std::move(*text), std::move(json));
}

std::string Reporting::text_of(const model::Snapshot& snapshot) const {
    views::TextOptions how;
    how.per_device_histograms = options_.per_device_histograms;
    how.milliseconds = options_.milliseconds;
    how.verbose = options_.verbose;
    how.timestamp = options_.timestamp;
    how.color = color_;
    return views::text_report(snapshot, how);
}

Result<void> Reporting::show(const model::Snapshot& snapshot, workload::SignalInbox& inbox) {
    if (options_.verb == cli::Verb::flame) return {};  // the stacks stand in its place
    // What can be written is written, whatever becomes of the other.
    return interruptible(inbox, [&] {
        auto json = json_ ? json_->write(views::json_report(snapshot)) : Result<void>{};
        auto text = text_.write(text_of(snapshot));
        return json ? text : json;
    });
}

Result<void> Reporting::begin_intervals() {
    auto text = OutputQueue::start(std::move(text_));
    if (!text) return tl::unexpected(text.error());
    text_queue_ = std::move(*text);
    if (!json_) return {};
    auto json = OutputQueue::start(std::move(*json_));
    if (!json) return tl::unexpected(json.error());
    json_queue_ = std::move(*json);
    return {};
}

void Reporting::show_interval(const model::Snapshot& interval, const model::Snapshot&) {
    if (json_queue_) json_queue_->push(views::json_line(interval));
    text_queue_->push(text_of(interval) + "\n");
}

bool Reporting::takes_intervals() {
    return text_queue_->has_room() && (!json_queue_ || json_queue_->has_room());
}

bool Reporting::ended() { return text_queue_->ended() || (json_queue_ && json_queue_->ended()); }

Result<void> Reporting::show_last(const model::Snapshot& whole, workload::SignalInbox& inbox) {
    if (json_queue_) json_queue_->push(views::json_line(whole));
    text_queue_->push(text_of(whole));
    return interruptible(inbox, [&] {
        auto json = json_queue_ ? json_queue_->finish() : Result<void>{};
        auto text = text_queue_->finish();
        return json ? text : json;
    });
}

void Reporting::warn(std::string_view text) {
    auto out = Output::to_stderr();
    if (out) (void)out->write(fmt::format("wbtrace: {}\n", text));
}

void Reporting::announce(std::string_view text) {
    auto out = Output::to_stderr();
    if (out && out->is_terminal()) (void)out->write(fmt::format("wbtrace: {}\n", text));
}

}  // namespace wbtrace
