// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// Trace one command, or the system, and report.
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <memory>
#include <optional>

#include "base/printable.h"
#include "cli/exit_status.h"
#include "commands/command.h"
#include "commands/filtering.h"
#include "commands/flames.h"
#include "commands/intervals.h"
#include "commands/masked_probes.h"
#include "commands/reporting.h"
#include "commands/settling.h"
#include "complain.h"
#include "host/block_devices.h"
#include "host/cgroup_hierarchy.h"
#include "host/facts.h"
#include "host/mount_table.h"
#include "host/pid_namespace.h"
#include "interruptible.h"
#include "tracing.h"
#include "workload/command.h"
#include "workload/identity.h"
#include "workload/signals.h"
#include "workload/wait.h"

namespace wbtrace {

namespace {

Result<std::vector<host::TracedDevice>> choose_devices(const cli::Options& options,
                                                       const host::BlockDevices& devices) {
    std::vector<host::BlockDevice> chosen;
    for (const auto& spec : options.devices) {
        auto meant = devices.resolve(spec);
        if (!meant) return tl::unexpected(meant.error());
        chosen.insert(chosen.end(), meant->begin(), meant->end());
    }
    return devices.expand(chosen);
}

/// Requests that all devices together can have at once.
std::size_t request_pool(const host::BlockDevices& devices) {
    std::size_t pool = 0;
    for (const auto& disk : devices.disks())
        if (disk.queue.nr_requests) pool += 2 * *disk.queue.nr_requests;
    return pool;
}

/// Opened first: a file that cannot be written must be known before the work is done.
Result<std::unique_ptr<recording::Recorder>> recorder_for(const cli::Options& options) {
    if (!options.record_file) return nullptr;
    recording::Keep keep;
    keep.limit_bytes = options.record_limit_bytes;
    keep.last_ns = static_cast<std::uint64_t>(options.keep.count());
    return recording::Recorder::create(*options.record_file, keep);
}

/// The file that is there by now, and who writes it.
wb_recorder recorder_identity(const cli::Options& options) {
    wb_recorder recorder{};
    struct stat about {};
    const std::unique_ptr<char, decltype(&std::free)> path(
        options.record_file ? realpath(options.record_file->c_str(), nullptr) : nullptr,
        &std::free);
    if (!path || ::stat(path.get(), &about) != 0) return recorder;
    // btrfs gives each subvolume a number of its own, the kernel's inodes that of the whole.
    const auto mounts = host::MountTable::read("/");
    const auto* mount = mounts.covering(path.get());
    if (!mount) return recorder;
    recorder.inode = about.st_ino;
    recorder.inode_dev = mount->dev;
    recorder.tgid = static_cast<__u32>(::getpid());
    return recorder;
}

Result<Tracing> begin_tracing(const cli::Options& options, Flames& flames) {
    auto recorder = recorder_for(options);
    if (!recorder) return tl::unexpected(recorder.error());
    auto devices = host::BlockDevices::read();
    if (!devices) return tl::unexpected(devices.error());
    auto chosen = choose_devices(options, *devices);
    if (!chosen) return tl::unexpected(chosen.error());
    auto masked = masked_probes(options);
    if (!masked) return tl::unexpected(masked.error());
    auto filter = chosen_filter(options);
    if (!filter) return tl::unexpected(filter.error());
    TraceOptions trace;
    auto& session = trace.session;
    session.filter = std::move(*filter);
    session.filter_words = filter_words(options);
    session.ring_bytes = options.buffer_bytes;
    session.has_scope = options.has_command;
    session.threads = options.threads;
    if (!chosen->empty()) session.foreign = devices->foreign_to(*chosen);
    session.devices = std::move(*chosen);
    session.pretend_missing = std::move(*masked);
    if (options.plug_time) session.probe_options->insert("--plug-time");
    session.cgroup_v1 = host::io_cgroup_hierarchy(host::MountTable::read("/")).v1;
    if (options.sync_calls) session.probe_options->insert("--sync-calls");
    session.recorder = recorder_identity(options);
    session.time_budget = options.has_command || options.time_budget;
    flames.ask(session);
    if (session.time_budget) session.probe_options->insert("--time-budget");
    session.request_pool = request_pool(*devices);
    session.stacked = !devices->upper_disks().empty();
    if (auto watched = flames.watch(); !watched) return tl::unexpected(watched.error());
    trace.command = options.command;
    trace.interval = options.interval;
    trace.words = option_words(options);
    trace.recorder = std::move(*recorder);
    trace.name_stacks = flames.namer();
    return Tracing::begin(std::move(trace), std::move(*devices));
}

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
