// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "commands/reporting.h"

#include <fmt/format.h>

#include <cstdlib>

#include "interruptible.h"
#include "views/json_report.h"
#include "views/text_report.h"

namespace wbtrace {

Reporting::Reporting(const cli::Options& options, Output text, std::optional<Output> json)
    : options_(options), text_(std::move(text)), json_(std::move(json)) {}

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

Result<void> Reporting::show(const model::Snapshot& snapshot, workload::SignalInbox& inbox) {
    views::TextOptions how;
    how.per_device_histograms = options_.per_device_histograms;
    how.milliseconds = options_.milliseconds;
    how.verbose = options_.verbose;
    how.color = cli::use_color(options_.color, text_.is_terminal(), std::getenv("NO_COLOR"));
    // What can be written is written, whatever becomes of the other.
    return interruptible(inbox, [&] {
        auto json = json_ ? json_->write(views::json_report(snapshot)) : Result<void>{};
        auto text = text_.write(views::text_report(snapshot, how));
        return json ? text : json;
    });
}

void Reporting::announce(std::string_view text) {
    auto out = Output::to_stderr();
    if (out && out->is_terminal()) (void)out->write(fmt::format("wbtrace: {}\n", text));
}

}  // namespace wbtrace
