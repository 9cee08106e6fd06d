// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "matrix/case_run.h"

#include <fmt/format.h>

#include <cmath>
#include <ctime>
#include <iterator>
#include <utility>
#include <variant>

#include "base/clock.h"
#include "base/printable.h"
#include "cli/exit_status.h"
#include "input_file.h"
#include "matrix/case_metrics.h"
#include "matrix/tracer_child.h"
#include "plan/workload_command.h"
#include "testbed/bed.h"
#include "testbed/tool.h"

namespace wbtrace {

namespace {

using plan::CaseRecord;
using Status = CaseRecord::Status;
using testbed::Bed;

constexpr std::size_t most_reason = 300;
constexpr std::size_t most_errors = 16U << 20;

void fail_case(CaseRecord& record, const Error& error) {
    record.status = Status::failed;
    const auto what = shorten_middle(error.what, most_reason);
    record.reason = error.remedy.empty() ? what : fmt::format("{} ({})", what, error.remedy);
}

CaseRecord record_of(const MatrixContext& context, const plan::Case& one) {
    CaseRecord record;
    record.label = context.label;
    record.kernel = context.kernel;
    record.axes = one.axes;
    record.repeat = one.repeat;
    std::string mkfs;
    for (const auto& option : one.fs.mkfs_options) mkfs += (mkfs.empty() ? "" : " ") + option;
    record.settings = {
        {"fs.type", one.fs.type}, {"fs.mkfs", mkfs}, {"fs.mount", one.fs.mount_options}};
    // What is measured depends on it, too: a queue time with or without the time in the plug.
    const auto& tracing = context.plan.plan.tracing;
    record.settings["trace.sync_calls"] = tracing.sync_calls ? "yes" : "no";
    record.settings["trace.plug_time"] = tracing.plug_time ? "yes" : "no";
    if (one.layout.kind == plan::Layout::Kind::md)
        record.settings["chunk_kib"] = fmt::format("{}", context.plan.plan.devices.chunk_kib);
    return record;
}

plan::Places places_of(const Bed& bed, const std::string& folder) {
    plan::Places places;
    places.folders = bed.folders();
    for (const auto& device : bed.devices()) places.devices.push_back("/dev/" + device);
    places.output = folder;
    return places;
}

std::vector<std::string> tracing_words(const plan::Tracing& tracing) {
    std::vector<std::string> words;
    if (tracing.sync_calls) words.emplace_back("--sync-calls");
    if (tracing.plug_time) words.emplace_back("--plug-time");
    if (tracing.settle_s) words.push_back(fmt::format("--settle={}", *tracing.settle_s));
    if (tracing.buffer_bytes) words.push_back(fmt::format("--buffer={}", *tracing.buffer_bytes));
    return words;
}

TracerSpec tracer_of(const Bed& bed, const std::string& folder, const plan::Tracing& tracing,
                     const std::vector<std::string>& command) {
    TracerSpec spec;
    spec.arguments = tracing_words(tracing);
    for (const auto& device : bed.devices()) {
        spec.arguments.emplace_back("--dev");
        spec.arguments.push_back("/dev/" + device);
    }
    for (const auto& [option, file] :
         {std::pair{"--json", "report.json"}, std::pair{"--report", "report.txt"},
          std::pair{"--record", "trace.wbt"}}) {
        spec.arguments.emplace_back(option);
        spec.arguments.push_back(fmt::format("{}/{}", folder, file));
    }
    // The file systems are root's, whoever is behind sudo.
    spec.arguments.emplace_back("--as-root");
    spec.arguments.emplace_back("--");
    spec.arguments.insert(spec.arguments.end(), command.begin(), command.end());
    spec.output = folder + "/stdout";
    spec.errors = folder + "/stderr";
    return spec;
}

/// What the workload, or wbtrace, said last.
std::string reason_of(const TracerEnd& end, const std::string& folder) {
    if (end.killed) return fmt::format("wbtrace was ended by signal {}", *end.killed);
    const int exit_status = end.exit_status;
    const auto errors = read_text(folder + "/stderr", most_errors);
    const auto last = errors ? testbed::last_line(*errors) : std::string();
    const bool own = exit_status == cli::exit_own_failure;
    auto reason = own ? std::string("wbtrace failed")
                      : fmt::format("the workload ended with status {}", exit_status);
    return last.empty() ? reason : fmt::format("{}: {}", reason, last);
}

void fill_metrics(const MatrixContext& context, const std::string& folder, CaseRecord& record) {
    const bool with_fio = context.plan.plan.workload.kind == plan::Workload::Kind::fio;
    auto figures = read_metrics(folder, context.metrics, with_fio, record.members);
    if (!figures) return fail_case(record, figures.error());
    record.metrics = std::move(figures->metrics);
    if (figures->runtime_s)
        record.wall_ns = static_cast<std::uint64_t>(std::llround(*figures->runtime_s * 1e9));
}

/// A signal that came while nobody looked.
std::optional<int> pending_signal(workload::SignalInbox& inbox) {
    while (const auto signal = inbox.take())
        if (workload::asks_to_end(*signal)) return signal->number;
    return std::nullopt;
}

/// Fio's job file stays beside its result.
Result<void> keep_job(const MatrixContext& context, const plan::Case& one,
                      const plan::Places& places) {
    if (context.plan.job.empty()) return {};
    return keep_text(places.output + "/job.fio",
                     plan::expanded(context.plan.job, context.plan.plan.workload, one, places));
}

/// The workload, traced: what it gives goes into the outcome.
Result<void> run_on(const Bed& bed, const MatrixContext& context, const plan::Case& one,
                    const std::string& folder, Watch watch, CaseOutcome& outcome) {
    const auto places = places_of(bed, folder);
    if (auto kept = keep_job(context, one, places); !kept) return kept;
    auto& record = outcome.record;
    record.members = bed.members();
    record.command = plan::command_of(context.plan.plan.workload, one, places);
    watch.progress.step("runs");
    const auto end = run_tracer(tracer_of(bed, folder, context.plan.plan.tracing, record.command),
                                watch.inbox, [&watch] { watch.progress.tick(); });
    if (!end) return tl::unexpected(end.error());
    record.exit_status = end->exit_status;
    outcome.signal = end->signal;
    if (end->exit_status == 0)
        fill_metrics(context, folder, record);
    else
        fail_case(record, {reason_of(*end, folder)});
    return {};
}

/// Whatever becomes of the run, the bed goes. What was measured stays even if it does not.
Result<void> use_bed(Bed& bed, const MatrixContext& context, const plan::Case& one,
                     const std::string& folder, testbed::UndoJournal& journal, Watch watch,
                     CaseOutcome& outcome) {
    const auto start_ns = clock_ns(CLOCK_MONOTONIC);
    outcome.signal = pending_signal(watch.inbox);
    if (!outcome.signal)
        if (auto ran = run_on(bed, context, one, folder, watch, outcome); !ran)
            fail_case(outcome.record, ran.error());
    outcome.record.took_ns += clock_ns(CLOCK_MONOTONIC) - start_ns;
    Result<void> kept;
    if (!outcome.signal) kept = write_case(folder, outcome.record);
    watch.progress.step("ends");
    auto undone = bed.take_down(journal);
    std::move(undone.left.begin(), undone.left.end(), std::back_inserter(outcome.notes));
    if (undone.ok()) return kept;
    return fail(undone.failed.front(), "see what holds it, then run wbtrace matrix --restore");
}

}  // namespace

Result<CaseOutcome> run_case(const MatrixContext& context, const plan::Case& one,
                             testbed::UndoJournal& journal, Watch watch) {
    CaseOutcome outcome{record_of(context, one)};
    const auto start_ns = clock_ns(CLOCK_MONOTONIC);
    const auto before = journal.mark();
    const auto folder = begin_case_folder(context.out, one);
    if (!folder) return tl::unexpected(folder.error());
    watch.progress.step("begins");
    // Until there is more to say.
    CaseRecord begun = outcome.record;
    fail_case(begun, {"it was begun, and did not come to its end"});
    if (auto kept = write_case(*folder, begun); !kept) return tl::unexpected(kept.error());
    auto built = Bed::build(one, context.plan.plan.devices, journal);
    outcome.record.took_ns = clock_ns(CLOCK_MONOTONIC) - start_ns;
    if (built && std::holds_alternative<Bed>(*built)) {
        auto used = use_bed(std::get<Bed>(*built), context, one, *folder, journal, watch, outcome);
        if (!used) return tl::unexpected(used.error());
        return outcome;
    }
    if (journal.mark() != before)
        return fail(built ? "what was made for a case could not be taken down" : built.error().what,
                    "see what holds it, then run wbtrace matrix --restore");
    if (built) {
        outcome.record.status = Status::skipped;
        outcome.record.reason = std::get<testbed::Skip>(*built).reason;
    } else {
        fail_case(outcome.record, built.error());
    }
    outcome.signal = pending_signal(watch.inbox);
    if (!outcome.signal)
        if (auto kept = write_case(*folder, outcome.record); !kept)
            return tl::unexpected(kept.error());
    return outcome;
}

}  // namespace wbtrace
