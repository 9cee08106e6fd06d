// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// Trace one command, or the system, and report.
#include <fmt/format.h>

#include <memory>
#include <optional>

#include "base/printable.h"
#include "cli/exit_status.h"
#include "commands/beginning.h"
#include "commands/command.h"
#include "commands/flames.h"
#include "commands/intervals.h"
#include "commands/reporting.h"
#include "commands/settling.h"
#include "complain.h"
#include "host/facts.h"
#include "host/pid_namespace.h"
#include "interruptible.h"
#include "tracing.h"
#include "workload/command.h"
#include "workload/identity.h"
#include "workload/signals.h"
#include "workload/wait.h"

namespace wbtrace {

namespace {

Result<std::optional<workload::Identity>> run_as(const cli::Options& options) {
    if (options.user) {
        auto named = workload::user_identity(*options.user);
        if (!named) return tl::unexpected(named.error());
        return std::optional(std::move(*named));
    }
    if (options.as_root) return std::optional<workload::Identity>{};
    return workload::sudo_identity();
}

Result<workload::Command> prepare(const cli::Options& options, const workload::SignalInbox& inbox) {
    if (!host::sees_kernel_pids())
        return fail("a command cannot be followed from inside a PID namespace",
                    "start wbtrace outside of it; the command may enter one");
    auto identity = run_as(options);
    if (!identity) return tl::unexpected(identity.error());
    return workload::Command::prepare({options.command, *identity, inbox.inherited()});
}

model::RunFigures figures_of(const cli::Options& options, const workload::RunEnd& end) {
    model::RunFigures run;
    run.command = options.command;
    run.exit_code = end.exit_code;
    run.signal = end.signal;
    run.wall_ns = end.wall_ns();
    run.user_ns = end.user_ns;
    run.sys_ns = end.sys_ns;
    return run;
}

/// A command that ended well, traced with losses, is told apart when --strict asks for it.
int judged(int status, const cli::Options& options, const model::Snapshot& snapshot) {
    const bool lossy = options.strict && snapshot.capture.lost_total() > 0;
    return status == cli::exit_ok && lossy ? cli::exit_lost : status;
}

/// The report is whole whatever became of the recording.
void tell_recording(const cli::Options& options, const Tracing& tracing, Reporting& reporting) {
    const auto& recorded = tracing.recorded();
    if (!recorded) return;
    if (recorded->ended) {
        reporting.warn(recorded->ended->what + (recorded->readable
                                                    ? "; what it holds can be read"
                                                    : "; nothing of this trace can be read"));
    } else if (recorded->lost != 0) {
        reporting.warn(
            fmt::format("{} records are missing in the recording {}: it could not be "
                        "written as fast as they came",
                        recorded->lost, brief(*options.record_file)));
    }
}

/// What a run ended with when it did not come to its report.
struct Failure {
    Error error;
    int exit_status;
};
using ExitStatus = tl::expected<int, Failure>;

tl::unexpected<Failure> failed(Error error, int exit_status) {
    return tl::unexpected<Failure>({std::move(error), exit_status});
}

ExitStatus trace_command(const cli::Options& options, workload::SignalInbox& inbox,
                         Reporting& reporting, Flames& flames) {
    auto command = prepare(options, inbox);
    if (!command) return failed(command.error(), cli::exit_own_failure);
    auto tracing = begin_tracing(options, flames);
    if (!tracing) return failed(tracing.error(), cli::exit_own_failure);
    if (auto scoped = tracing->session().add_to_scope(command->pid()); !scoped)
        return failed(scoped.error(), cli::exit_own_failure);
    tracing->run();
    if (auto released = command->release(); !released)
        return failed(released.error(), released.error().exit_status);
    tracing->keep();
    auto outcome = workload::wait_for_end(*command, inbox);
    if (!outcome) return failed(outcome.error(), cli::exit_own_failure);
    tracing->settle();
    auto run = figures_of(options, *outcome->run);
    settle(tracing->session(), inbox, settle_limit(options.settle, host::read_host_figures()), run);
    auto snapshot = tracing->finish(std::move(run));
    if (!snapshot) return failed(snapshot.error(), cli::exit_own_failure);
    tell_recording(options, *tracing, reporting);
    if (auto shown = reporting.show(*snapshot, inbox); !shown)
        return failed(shown.error(), cli::exit_own_failure);
    if (auto drawn = flames.write(*tracing, *snapshot, inbox); !drawn)
        return failed(drawn.error(), cli::exit_own_failure);
    return judged(outcome->run->exit_status(), options, *snapshot);
}

ExitStatus trace_system(const cli::Options& options, workload::SignalInbox& inbox,
                        Reporting& reporting, Flames& flames) {
    auto tracing = begin_tracing(options, flames);
    if (!tracing) return failed(tracing.error(), cli::exit_unsupported);
    tracing->run();
    tracing->keep();
    reporting.announce(options.duration || options.count ? "tracing..."
                                                         : "tracing... Ctrl-C ends it");
    if (options.interval) {
        auto whole = trace_intervals(options, *tracing, inbox, reporting);
        if (!whole) return failed(whole.error(), cli::exit_failed);
        tell_recording(options, *tracing, reporting);
        if (auto drawn = flames.write(*tracing, *whole, inbox); !drawn)
            return failed(drawn.error(), cli::exit_failed);
        return judged(cli::exit_ok, options, *whole);
    }
    workload::WaitPlan plan;
    plan.at_most = options.duration;
    if (auto waited = workload::wait_for_signal(inbox, plan); !waited)
        return failed(waited.error(), cli::exit_failed);
    auto snapshot = tracing->finish(std::nullopt);
    if (!snapshot) return failed(snapshot.error(), cli::exit_failed);
    tell_recording(options, *tracing, reporting);
    if (auto shown = reporting.show(*snapshot, inbox); !shown)
        return failed(shown.error(), cli::exit_failed);
    if (auto drawn = flames.write(*tracing, *snapshot, inbox); !drawn)
        return failed(drawn.error(), cli::exit_failed);
    return judged(cli::exit_ok, options, *snapshot);
}

}  // namespace

int run_command(const cli::Options& options) {
    const int own_failure = cli::own_failure(options.has_command, cli::exit_failed);
    // Before signals become values: opening a FIFO may wait, and Ctrl-C must end that.
    auto reporting = Reporting::open(options);
    if (!reporting) return complain(reporting.error(), own_failure);
    auto flames = Flames::open(options);
    if (!flames) return complain(flames.error(), own_failure);
    auto inbox = workload::SignalInbox::open();
    if (!inbox) return complain(inbox.error(), own_failure);
    const auto status = options.has_command ? trace_command(options, *inbox, *reporting, *flames)
                                            : trace_system(options, *inbox, *reporting, *flames);
    if (status) return *status;
    // stderr may be a pipe that nobody reads, too.
    (void)interruptible(*inbox, [&]() -> Result<void> {
        complain(status.error().error, status.error().exit_status);
        return {};
    });
    return status.error().exit_status;
}

}  // namespace wbtrace
