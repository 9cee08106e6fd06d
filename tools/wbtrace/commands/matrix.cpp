// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// A plan of workloads over a grid of settings.
#include <fmt/format.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <utility>

#include "base/printable.h"
#include "cli/exit_status.h"
#include "commands/command.h"
#include "complain.h"
#include "input_file.h"
#include "matrix/case_metrics.h"
#include "matrix/matrix_run.h"
#include "matrix/outcome_table.h"
#include "output.h"
#include "plan/cases.h"
#include "testbed/bed.h"
#include "testbed/undo_journal.h"

namespace wbtrace {

namespace {

namespace fs = std::filesystem;

/// What was read and found to be right before anything is changed.
struct PreparedMatrix {
    PlanFile file;
    std::string out;
    std::string label, kernel;
    std::vector<std::string> metrics;
    std::vector<plan::Case> cases;
};

Result<PlanFile> read_plan(const std::string& path) {
    PlanFile file;
    file.path = path;
    auto text = read_text(path, plan::most_plan_bytes);
    if (!text) return tl::unexpected(text.error());
    auto parsed = plan::parse_plan(path, *text);
    if (!parsed) return tl::unexpected(parsed.error());
    file.text = std::move(*text);
    file.plan = std::move(*parsed);
    if (file.plan.workload.job.empty()) return file;
    const auto job = fs::path(path).parent_path() / file.plan.workload.job;
    auto job_text = read_text(job.string(), plan::most_plan_bytes);
    if (!job_text) return tl::unexpected(job_text.error());
    if (job_text->empty()) return fail(fmt::format("{} is empty", brief(job.string())));
    file.job = std::move(*job_text);
    return file;
}

/// PLAN.toml keeps its results in PLAN, here.
Result<std::string> output_of(const cli::Options& options) {
    auto out = fs::path(options.out.value_or(fs::path(options.plan_file).stem().string()));
    std::error_code error;
    out = fs::absolute(out, error).lexically_normal();
    if (error) return fail(fmt::format("there is no working folder: {}", error.message()));
    // As a shell completes a folder.
    if (!out.has_filename()) out = out.parent_path();
    return out.string();
}

std::string kernel_release() {
    utsname names{};
    return ::uname(&names) == 0 ? names.release : "";
}

Result<PreparedMatrix> prepare_matrix(const cli::Options& options) {
    PreparedMatrix prepared;
    auto file = read_plan(options.plan_file);
    if (!file) return tl::unexpected(file.error());
    prepared.file = std::move(*file);
    prepared.kernel = kernel_release();
    const auto& own = prepared.file.plan.label;
    prepared.label = options.label.value_or(own.empty() ? prepared.kernel : own);
    auto metrics = metrics_of(prepared.file);
    if (!metrics) return tl::unexpected(metrics.error());
    prepared.metrics = std::move(*metrics);
    auto cases = plan::cases_of(prepared.file.plan, prepared.label);
    if (!cases) return tl::unexpected(cases.error());
    prepared.cases = std::move(*cases);
    auto out = output_of(options);
    if (!out) return tl::unexpected(out.error());
    prepared.out = std::move(*out);
    if (auto free = check_output(prepared.out, prepared.file); !free)
        return tl::unexpected(free.error());
    return prepared;
}

void say(const std::string& line) {
    if (auto talk = Output::to_stderr()) (void)talk->write(line + "\n");
}

int print(const std::string& text, int status) {
    auto out = Output::to_file("-");
    if (!out) return complain(out.error(), cli::exit_failed);
    if (auto shown = out->write(text); !shown) return complain(shown.error(), cli::exit_failed);
    return status;
}

/// What killed matrices have left. Nothing is said when there was nothing.
int restore(const std::string& folder) {
    const auto restored = testbed::restore_unfinished(folder);
    if (!restored) return complain(restored.error(), cli::exit_failed);
    for (const auto& path : restored->journals)
        say(fmt::format("wbtrace: restored what {} tells", printable(path)));
    for (const auto& line : restored->undo.left) say("wbtrace: " + printable(line));
    for (const auto& line : restored->undo.failed) say("wbtrace: " + printable(line));
    if (restored->undo.ok()) return cli::exit_ok;
    return complain({"not all could be restored", "see what holds it, then repeat --restore"},
                    cli::exit_failed);
}

int restore_command(const cli::Options& options) {
    const auto out = options.out ? output_of(options) : Result<std::string>(std::string());
    return out ? restore(*out) : complain(out.error(), cli::exit_failed);
}

/// The words that go on with a matrix.
std::string again(const cli::Options& options) {
    std::string words = "wbtrace matrix " + brief(options.plan_file);
    if (options.out) words += " --out " + brief(*options.out);
    if (options.label) words += " --label " + brief(*options.label);
    for (const auto& device : options.destroyed) words += " --destroy-data " + brief(device);
    return words;
}

int end_of_matrix(const cli::Options& options, const MatrixContext& context,
                  const std::vector<plan::Case>& cases, const MatrixEnd& end) {
    const auto table = outcome_table(context, cases);
    if (!table) return complain(table.error(), cli::exit_failed);
    int status = end.failed == 0 ? cli::exit_ok : cli::exit_failed;
    if (end.signal) status = 128 + *end.signal;
    if (!table->empty()) status = print(*table, status);
    say(fmt::format("{}; results are in {}", spoken_end(end, cases.size()), brief(context.out)));
    if (end.signal) say(fmt::format("wbtrace: interrupted; '{}' goes on", again(options)));
    return status;
}

int run_matrix(const cli::Options& options, const PreparedMatrix& prepared) {
    auto inbox = workload::SignalInbox::open();
    if (!inbox) return complain(inbox.error(), cli::exit_failed);
    if (const int status = restore(prepared.out); status != cli::exit_ok) return status;
    const auto& devices = prepared.file.plan.devices.real;
    if (auto free = testbed::check_real_devices(devices, options.destroyed); !free)
        return complain(free.error(), cli::exit_failed);
    if (auto begun = begin_output(prepared.out, prepared.file, prepared.cases); !begun)
        return complain(begun.error(), cli::exit_failed);
    auto journal = testbed::UndoJournal::begin(prepared.out);
    if (!journal) return complain(journal.error(), cli::exit_failed);
    const MatrixContext context{prepared.file, prepared.out, prepared.label, prepared.kernel,
                                prepared.metrics};
    const auto remaining = remaining_cases(prepared.out, prepared.file, prepared.cases);
    say(expectation_text(prepared.cases, remaining));
    Progress progress(prepared.cases.size());
    const auto end = run_cases(context, prepared.cases, remaining, *journal, {*inbox, progress});
    if (!end) {
        // What there is by then is worth having all the same.
        const auto table = outcome_table(context, prepared.cases);
        if (table && !table->empty()) (void)print(*table, cli::exit_failed);
        return complain(end.error(), cli::exit_failed);
    }
    if (const auto undone = journal->finish(); !undone.ok())
        return complain({undone.failed.front(), "run wbtrace matrix --restore"}, cli::exit_failed);
    return end_of_matrix(options, context, prepared.cases, *end);
}

}  // namespace

int matrix_command(const cli::Options& options) {
    if (options.restore) return restore_command(options);
    const auto prepared = prepare_matrix(options);
    if (!prepared) return complain(prepared.error(), cli::exit_failed);
    if (!options.dry_run) return run_matrix(options, *prepared);
    const auto remaining = remaining_cases(prepared->out, prepared->file, prepared->cases);
    const int status = print(dry_run_text(prepared->cases, remaining), cli::exit_ok);
    say(expectation_text(prepared->cases, remaining));
    return status;
}

}  // namespace wbtrace
