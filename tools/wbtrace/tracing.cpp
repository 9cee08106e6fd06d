// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tracing.h"

#include <sys/resource.h>
#include <time.h>

#include <algorithm>
#include <sstream>
#include <utility>

#include "analysis/function_numbers.h"
#include "analysis/reckoning.h"
#include "analysis/stack_rows.h"
#include "base/clock.h"
#include "capture/probe_catalog.h"
#include "capture/ring_reader.h"
#include "device_identities.h"
#include "host/device_number.h"
#include "host/facts.h"
#include "host/kernel_symbols.h"
#include "machine_facts.h"
#include "pipeline/pump.h"
#include "version.h"

namespace wbtrace {

namespace {

constexpr std::size_t most_window_bytes = 128U << 20;

model::LocalTime local_time() {
    timespec now{};
    clock_gettime(CLOCK_REALTIME, &now);
    tm local{};
    localtime_r(&now.tv_sec, &local);
    return {now.tv_sec * 1'000'000'000 + now.tv_nsec, static_cast<std::int32_t>(local.tm_gmtoff)};
}

std::uint64_t own_cpu_ns() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    const auto of = [](const timeval& time) {
        return static_cast<std::uint64_t>(time.tv_sec) * 1'000'000'000 +
               static_cast<std::uint64_t>(time.tv_usec) * 1000;
    };
    return of(usage.ru_utime) + of(usage.ru_stime);
}

/// When the reader was stopped, all rings come at once and want to be put in order.
pipeline::PumpLimits limits_for(const capture::Session& session) {
    pipeline::PumpLimits limits;
    const std::size_t rings = 2 * session.ring_bytes() * session.rings().size();
    limits.window_bytes = std::clamp(rings, limits.window_bytes, most_window_bytes);
    return limits;
}

/// The figures that fall with a probe, each with the reason.
void tell_missing(const model::ProbeFigures& probe, std::map<std::string, std::string>& to) {
    for (const auto& row : capture::probe_catalog()) {
        if (probe.name != row.tracepoint) continue;
        std::istringstream paths(row.figures);
        for (std::string path; paths >> path;)
            to.emplace(path, probe.name + ": " + probe.why_not + row.otherwise);
    }
}

/// A live view shows neither where files are now nor bytes of system calls, and asking for them
/// every second is most of its cost on a machine with many processes.
void tell_not_asked(std::map<std::string, std::string>& to) {
    for (const char* path : {"processes[].read_bytes", "processes[].written_bytes"})
        to.emplace(path, "not read in a live view");
}

/// Figures that would be of all requests, or wrong without the rest.
void tell_unfiltered(std::map<std::string, std::string>& to) {
    for (const char* path :
         {"devices[].bios", "devices[].merge_ratio", "devices[].request_merges",
          "devices[].queue_depth", "devices[].queue_depth_overtaken", "devices[].layer_time"})
        to.emplace(path, "cannot be told apart under a filter");
}

}  // namespace

struct Tracing::Parts {
    Parts(capture::Session opened, host::BlockDevices known, TraceOptions chosen,
          analysis::StartFacts facts)
        : session(std::move(opened)),
          devices(std::move(known)),
          options(std::move(chosen)),
          start(std::move(facts)),
          reckoning(start) {}

    Result<void> start_threads();
    void find_files();
    analysis::CutFacts facts_at(std::uint64_t cut_ns, const events::KernelTotals& totals,
                                const model::LocalTime& taken_at);
    void tell_times(events::TaskTimes times, analysis::CutFacts& to);
    void name_stacks(const events::TaskTimes& times, const model::Snapshot& snapshot,
                     std::uint64_t end_ns);
    model::CaptureFigures capture_at(const pipeline::PumpCounts& counts,
                                     std::uint64_t end_ns) const;

    capture::Session session;
    host::BlockDevices devices;
    TraceOptions options;
    analysis::StartFacts start;
    std::optional<Result<host::KernelSymbols>> symbols;  // read when first wanted
    model::NamedStacks stacks;                           // of the end
    std::size_t devices_seen = 0;                        // when the devices were last looked up
    std::vector<analysis::FileAnswer> answers;           // for the recording
    std::optional<recording::Outcome> recorded;
    // The reader feeds the pump, the pump feeds the aggregators: ended in this order.
    analysis::Reckoning reckoning;
    std::unique_ptr<pipeline::Pump> pump;
    std::optional<capture::RingReader> reader;
};

Tracing::Tracing(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
Tracing::Tracing(Tracing&&) noexcept = default;
Tracing::~Tracing() = default;

namespace {

analysis::StartFacts start_facts(const capture::Session& session, const host::KernelBtf& btf,
                                 const host::BlockDevices& devices, const TraceOptions& options) {
    analysis::StartFacts facts;
    facts.tool_version = version;
    facts.jiffies_per_second = session.jiffies_per_second();
    facts.writeback_reasons = writeback_reasons(btf);
    facts.request_bits = request_bits(btf);
    facts.threads = options.session.threads;
    facts.few_rows = options.live_view;
    facts.upper_devices = upper_devices(devices);
    facts.host = host::read_host_figures();
    facts.disks = devices.disks();
    facts.machine = machine_state(devices, options.session.devices, !options.live_view);
    facts.command = options.command;
    facts.interval_ns =
        static_cast<std::uint64_t>(options.interval.value_or(std::chrono::nanoseconds{}).count());
    facts.options = options.words;
    return facts;
}

}  // namespace

Result<Tracing> Tracing::begin(TraceOptions options, host::BlockDevices devices) {
    auto btf = host::KernelBtf::load();
    if (!btf) return tl::unexpected(btf.error());
    options.session.throttled_bio = throttled_bio(*btf);
    auto session = capture::Session::open(options.session, *btf);
    if (!session) return tl::unexpected(session.error());
    auto facts = start_facts(*session, *btf, devices, options);
    auto parts = std::make_unique<Parts>(std::move(*session), std::move(devices),
                                         std::move(options), std::move(facts));
    if (!parts->options.live_view) parts->find_files();
    if (auto started = parts->start_threads(); !started) return tl::unexpected(started.error());
    return Tracing(std::move(parts));
}

/// What is found is noted for the recording: a replayed report cannot ask the file system.
void Tracing::Parts::find_files() {
    reckoning.ask_for_files([this, find = file_finder(reckoning.context().filesystems)](
                                const std::string& path, const model::FileFigures& row) {
        auto place = find(path, row);
        if (options.recorder)
            answers.push_back(
                {row.s_dev, row.inode, row.generation, place.state, place.renamed_to});
        return place;
    });
}

Result<void> Tracing::Parts::start_threads() {
    auto sinks = reckoning.sinks();
    if (options.recorder) sinks.push_back(options.recorder.get());
    auto started = pipeline::Pump::start(std::move(sinks), limits_for(session));
    if (!started) return tl::unexpected(started.error());
    pump = std::move(*started);
    auto reading = capture::RingReader::start(session.rings(), session.ring_bytes(), pump->queue());
    if (!reading) return tl::unexpected(reading.error());
    reader.emplace(std::move(*reading));
    return {};
}

capture::Session& Tracing::session() { return parts_->session; }

void Tracing::run() {
    auto& start = parts_->start;
    if (!parts_->options.live_view) start.machine.accounts = syscall_accounts();
    start.started_at = local_time();
    start.start_ns = clock_ns(CLOCK_MONOTONIC);
    parts_->reckoning.begin(start);
    if (parts_->options.recorder) parts_->options.recorder->begin(start);
    parts_->session.run(start.start_ns);
}

void Tracing::keep() {
    if (parts_->options.recorder) parts_->options.recorder->write();
}

void Tracing::settle() { parts_->session.set_state(WB_STATE_SETTLING); }

/// All but what the pump and the rings tell. Sysfs is read anew only when there are devices that
/// were not seen before.
analysis::CutFacts Tracing::Parts::facts_at(std::uint64_t cut_ns,
                                            const events::KernelTotals& totals,
                                            const model::LocalTime& taken_at) {
    if (totals.devices.size() > devices_seen) devices.refresh();
    devices_seen = totals.devices.size();
    analysis::CutFacts facts;
    facts.cut_ns = cut_ns;
    facts.taken_at = taken_at;
    facts.host = host::read_host_figures();
    facts.machine = machine_state(devices, options.session.devices, !options.live_view);
    facts.devices = device_identities(devices, options.session.devices, totals.devices);
    facts.bdi_names = bdi_names(devices);
    facts.totals = totals;
    return facts;
}

void Tracing::Parts::tell_times(events::TaskTimes times, analysis::CutFacts& to) {
    to.times = std::move(times);
    if (!to.times.followed) return;
    if (!symbols) symbols = host::KernelSymbols::read();  // once: hundreds of thousands of names
    if (!*symbols) {
        to.no_kernel_functions = symbols->error().what;
        to.times.kernel_stacks.clear();
        return;
    }
    const auto name_of = [this](std::uint64_t address) {
        const auto place = (*symbols)->find(address - 1);
        return place ? std::string(place->name) : std::string{};
    };
    analysis::number_functions(name_of, to);
}

model::CaptureFigures Tracing::Parts::capture_at(const pipeline::PumpCounts& counts,
                                                 std::uint64_t end_ns) const {
    model::CaptureFigures to;
    to.probes = session.probes();
    to.events = counts.records;
    to.late = counts.late;
    to.lost.push_back(
        {"malformed", "records that could not be read", counts.malformed + counts.unknown});
    to.own_cpu_ns = own_cpu_ns();
    to.bpf_run_ns = session.bpf_run_ns();
    to.duration_ns = end_ns - start.start_ns;
    to.buffer_bytes = session.ring_bytes() * session.rings().size();
    to.filters = options.session.filter_words;
    if (options.session.filter.any()) tell_unfiltered(to.unavailable);
    if (options.live_view) tell_not_asked(to.unavailable);
    for (const auto& probe : to.probes)
        if (!probe.attached && probe.asked) tell_missing(probe, to.unavailable);
    return to;
}

Result<model::Snapshot> Tracing::so_far() {
    parts_->session.close_page_runs();
    const std::uint64_t cut_ns = clock_ns(CLOCK_MONOTONIC);
    const auto cut_at = local_time();
    const auto totals = parts_->session.totals();
    const auto times = parts_->session.task_times(cut_ns);
    const auto works = running_works(parts_->session.running_works());
    model::Snapshot snapshot;
    // On the pump's thread, since the aggregators read the context there.
    auto seen = parts_->pump->inspect(cut_ns, [&](const pipeline::PumpCounts& counts) {
        auto facts = parts_->facts_at(cut_ns, totals, cut_at);
        parts_->tell_times(times, facts);
        facts.running_works = works;
        facts.capture = parts_->capture_at(counts, cut_ns);
        snapshot = parts_->reckoning.at(facts);
        facts.files = std::exchange(parts_->answers, {});
        if (parts_->options.recorder) parts_->options.recorder->cut(facts);
    });
    if (!seen) return tl::unexpected(seen.error());
    return snapshot;
}

Result<model::Snapshot> Tracing::finish(std::optional<model::RunFigures> ran) {
    const std::uint64_t end_ns = clock_ns(CLOCK_MONOTONIC);
    const auto ended_at = local_time();
    const auto works = running_works(parts_->session.running_works());
    parts_->session.set_state(WB_STATE_OFF);
    parts_->session.detach();
    parts_->reader->finish();
    auto counts = parts_->pump->finish();
    if (!counts) return tl::unexpected(counts.error());
    parts_->devices_seen = 0;  // one that came and went in between must be known as gone
    auto totals = parts_->session.totals();
    totals.cpu.lost[WB_LOSS_IN_FLIGHT_AT_END] += parts_->session.in_flight();
    auto facts = parts_->facts_at(end_ns, totals, ended_at);
    const auto times = parts_->session.task_times(end_ns);
    parts_->tell_times(times, facts);
    facts.run = std::move(ran);
    facts.running_works = works;
    facts.capture = parts_->capture_at(*counts, end_ns);
    auto snapshot = parts_->reckoning.finish(facts);
    facts.files = std::exchange(parts_->answers, {});
    parts_->name_stacks(times, snapshot, end_ns);
    if (parts_->options.recorder) parts_->recorded = parts_->options.recorder->end(facts);
    return snapshot;
}

void Tracing::Parts::name_stacks(const events::TaskTimes& times, const model::Snapshot& snapshot,
                                 std::uint64_t end_ns) {
    if (!options.name_stacks) return;
    stacks = options.name_stacks(analysis::stack_rows(times, start.jiffies_per_second), snapshot);
    if (options.recorder) options.recorder->stacks(stacks, end_ns);
}

const std::optional<recording::Outcome>& Tracing::recorded() const { return parts_->recorded; }

const model::NamedStacks& Tracing::stacks() const { return parts_->stacks; }

}  // namespace wbtrace
