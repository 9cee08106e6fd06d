// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// The report from a recording.
#include <fmt/format.h>

#include <utility>

#include "base/printable.h"
#include "cli/exit_status.h"
#include "commands/command.h"
#include "commands/recorded_filter.h"
#include "commands/reporting.h"
#include "complain.h"
#include "recording/recording.h"
#include "replay.h"
#include "workload/signals.h"

namespace wbtrace {

namespace {

/// Data goes to stdout; where that takes JSON, text for people goes to stderr.
cli::Options with_outputs(cli::Options options) {
    if (!options.report_file && options.json_file != "-") options.report_file = "-";
    return options;
}

Result<model::Snapshot> show_replayed(const cli::Options& options, recording::Recording& recording,
                                      Reporting& reporting, workload::SignalInbox& inbox) {
    auto how = replay_options(options, recording.start());
    if (!how) return tl::unexpected(how.error());
    Replay replay(std::move(*how), recording);
    if (replay.has_intervals())
        if (auto begun = reporting.begin_intervals(); !begun) return tl::unexpected(begun.error());
    auto whole = replay.run([&](const model::Snapshot& part, const model::Snapshot& so_far) {
        reporting.show_interval(part, so_far);
        return true;
    });
    if (!whole) return whole;
    if (const auto& why = replay.why_not_whole(); !why.empty())
        reporting.warn(fmt::format("{}: {}", brief(options.recording), why));
    auto shown =
        replay.has_intervals() ? reporting.show_last(*whole, inbox) : reporting.show(*whole, inbox);
    if (!shown) return tl::unexpected(shown.error());
    return whole;
}

}  // namespace

int report_command(const cli::Options& options) {
    auto recording = recording::Recording::open(options.recording);
    if (!recording) return complain(recording.error(), cli::exit_failed);
    auto reporting = Reporting::open(with_outputs(options));
    if (!reporting) return complain(reporting.error(), cli::exit_failed);
    auto inbox = workload::SignalInbox::open();
    if (!inbox) return complain(inbox.error(), cli::exit_failed);
    const auto whole = show_replayed(options, *recording, *reporting, *inbox);
    if (!whole) return complain(whole.error(), cli::exit_failed);
    return options.strict && whole->capture.lost_total() > 0 ? cli::exit_lost : cli::exit_ok;
}

}  // namespace wbtrace
