// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// A recording in the formats of other programs.
#include <fmt/format.h>

#include <utility>

#include "analysis/reckoning.h"
#include "base/printable.h"
#include "cli/exit_status.h"
#include "commands/command.h"
#include "commands/export_files.h"
#include "commands/recorded_filter.h"
#include "complain.h"
#include "exports/exporter.h"
#include "pipeline/fan_out.h"
#include "recording/recording.h"
#include "replay.h"
#include "views/json_report.h"
#include "wholeness.h"

namespace wbtrace {

namespace {

void warn_of(const cli::Options& options, std::string_view what) {
    if (!what.empty()) complain({fmt::format("{}: {}", brief(options.recording), what)}, 0);
}

/// The documents that `report --json` writes.
Result<void> export_report(const cli::Options& options, recording::Recording& recording,
                           ExportFiles& files) {
    auto how = replay_options(options, recording.start());
    if (!how) return tl::unexpected(how.error());
    const auto write = files.open(options.output_file.value_or("-"));
    if (!files.state()) return files.state();
    Replay replay(std::move(*how), recording);
    const auto whole = replay.run([&](const model::Snapshot& part, const model::Snapshot&) {
        write(views::json_line(part));
        return true;
    });
    if (!whole) return tl::unexpected(whole.error());
    write(replay.has_intervals() ? views::json_line(*whole) : views::json_report(*whole));
    warn_of(options, replay.why_not_whole());
    return files.state();
}

std::unique_ptr<exports::Exporter> make_exporter(const cli::Options& options,
                                                 const exports::Names& names, ExportFiles& files) {
    const auto file = options.output_file.value_or("-");
    if (options.choice == "csv")
        return exports::make_csv(
            names, [&](const std::string& table) { return files.open_in(file, table + ".csv"); });
    if (options.choice == "blkparse") return exports::make_blkparse(names, files.open(file));
    if (options.choice == "perfetto") return exports::make_perfetto(names, files.open(file));
    return exports::make_ndjson(names, files.open(file));
}

exports::Ending ending_of(const recording::Reading& reading, const analysis::StartFacts& start,
                          const std::optional<analysis::CutFacts>& end) {
    exports::Ending ending;
    ending.records = reading.records;
    ending.end_ns = end ? end->cut_ns : reading.last_ns;
    ending.part = why_less(reading, start, end);
    ending.lost["not_recorded"] = reading.lost;
    if (!end) return ending;
#define WB_EXPORT_LOSS(name, key, what) ending.lost[#key] = end->totals.cpu.lost[WB_LOSS_##name];
    WB_LOSS_LIST(WB_EXPORT_LOSS)
#undef WB_EXPORT_LOSS
    for (const auto& loss : end->capture.lost) ending.lost[loss.cause] = loss.count;
    return ending;
}

/// Record by record, through the filters of the options.
Result<void> export_records(const cli::Options& options, recording::Recording& recording,
                            ExportFiles& files) {
    const auto wanted = wanted_records(options, recording.start());
    if (!wanted) return tl::unexpected(wanted.error());
    auto end = recording.end();
    exports::Names names(recording.start(), end);
    const auto exporter = make_exporter(options, names, files);
    if (!files.state()) return files.state();
    const analysis::Reckoning reckoning(recording.start());  // for the names that the filter knows
    analysis::RecordFilter filter(*wanted, reckoning.context(), *exporter);
    exports::NameLearner learner(names);
    events::Sink& to = wanted->any() ? static_cast<events::Sink&>(filter) : *exporter;
    pipeline::FanOut sinks({&learner, &to});
    const auto reading = recording.play(sinks, [](const analysis::CutFacts&, bool) {});
    if (!reading.ended) end.reset();
    const auto ending = ending_of(reading, recording.start(), end);
    exporter->finish(ending);
    warn_of(options, ending.part);
    if (const auto late = exporter->out_of_order(); late != 0)
        warn_of(options, fmt::format("{} events took so long that they stand behind others of "
                                     "their time",
                                     late));
    return files.state();
}

}  // namespace

int export_command(const cli::Options& options) {
    auto recording = recording::Recording::open(options.recording);
    if (!recording) return complain(recording.error(), cli::exit_failed);
    ExportFiles files;
    const auto done = options.choice == "json" ? export_report(options, *recording, files)
                                               : export_records(options, *recording, files);
    return done ? cli::exit_ok : complain(done.error(), cli::exit_failed);
}

}  // namespace wbtrace
