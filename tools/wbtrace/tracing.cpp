// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tracing.h"

#include <sys/resource.h>
#include <time.h>

#include <algorithm>
#include <filesystem>
#include <sstream>
#include <utility>

#include "analysis/device_rows.h"
#include "analysis/finish.h"
#include "analysis/kernel_totals.h"
#include "analysis/registry.h"
#include "analysis/stack_rows.h"
#include "analysis/time_budget.h"
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

std::uint64_t now_ns() {
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return static_cast<std::uint64_t>(now.tv_sec) * 1'000'000'000 +
           static_cast<std::uint64_t>(now.tv_nsec);
}

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
        for (std::string path; paths >> path;) to.emplace(path, probe.name + ": " + probe.why_not);
    }
}

/// Figures that would be of all requests, or wrong without the rest.
void tell_unfiltered(std::map<std::string, std::string>& to) {
    for (const char* path :
         {"devices[].bios", "devices[].merge_ratio", "devices[].request_merges",
          "devices[].queue_depth", "devices[].queue_depth_overtaken", "devices[].layer_time"})
        to.emplace(path, "cannot be told apart under a filter");
}

/// A section whose probe is not attached was not measured: it must not read as zero.
void drop_unmeasured(model::Snapshot& snapshot) {
    const auto& missing = snapshot.capture.unavailable;
    if (missing.count("throttle") != 0) snapshot.throttle.reset();
    if (missing.count("writeback") != 0) snapshot.writeback.reset();
    for (const auto& probe : snapshot.capture.probes)
        if (probe.name == "sys_exit" && !probe.attached) snapshot.sync_calls.reset();
    if (missing.count("time_budget") != 0) snapshot.time_budget.reset();
}

}  // namespace

struct Tracing::Parts {
    Parts(capture::Session opened, host::BlockDevices known, capture::SessionOptions chosen)
        : session(std::move(opened)), devices(std::move(known)), options(std::move(chosen)) {}

    void name_devices(const std::vector<model::DeviceIdentity>& identities);
    model::Snapshot begin_snapshot(const events::KernelTotals& totals,
                                   const events::TaskTimes& times,
                                   const model::LocalTime& taken_at);
    void read_kernel_symbols();
    void tell_capture(const pipeline::PumpCounts& counts, std::uint64_t end_ns,
                      model::CaptureFigures& to) const;

    capture::Session session;
    host::BlockDevices devices;
    capture::SessionOptions options;
    analysis::Context context;
    std::optional<host::KernelSymbols> kernel_symbols;  // read when first wanted
    events::TaskTimes last_times;                       // of the end
    std::size_t devices_seen = 0;                       // when the devices were last looked up
    // The reader feeds the pump, the pump feeds the aggregators: ended in this order.
    std::vector<std::unique_ptr<analysis::Aggregator>> aggregators;
    std::unique_ptr<pipeline::Pump> pump;
    std::optional<capture::RingReader> reader;
};

Tracing::Tracing(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
Tracing::Tracing(Tracing&&) noexcept = default;
Tracing::~Tracing() = default;

Result<Tracing> Tracing::begin(const capture::SessionOptions& options, host::BlockDevices devices) {
    auto btf = host::KernelBtf::load();
    if (!btf) return tl::unexpected(btf.error());
    auto with_flags = options;
    with_flags.throttled_bio = throttled_bio(*btf);
    auto session = capture::Session::open(with_flags, *btf);
    if (!session) return tl::unexpected(session.error());
    auto parts = std::make_unique<Parts>(std::move(*session), std::move(devices), options);
    parts->context.jiffies_per_second = parts->session.jiffies_per_second();
    parts->context.page_bytes = host::read_host_figures().page_bytes;
    parts->context.writeback_reasons = writeback_reasons(*btf);
    parts->context.request_bits = request_bits(*btf);
    parts->context.threads = options.threads;
    parts->context.upper_devices = upper_devices(parts->devices);
    tell_filesystems(parts->devices, parts->context.filesystems);
    tell_cgroups(parts->context.cgroup_paths);
    parts->context.find_file = file_finder(parts->context.filesystems);
    parts->aggregators = analysis::make_aggregators(parts->context);
    std::vector<events::Sink*> sinks;
    for (const auto& aggregator : parts->aggregators) sinks.push_back(aggregator.get());
    auto pump = pipeline::Pump::start(std::move(sinks), limits_for(parts->session));
    if (!pump) return tl::unexpected(pump.error());
    parts->pump = std::move(*pump);
    auto reader = capture::RingReader::start(parts->session.rings(), parts->session.ring_bytes(),
                                             parts->pump->queue());
    if (!reader) return tl::unexpected(reader.error());
    parts->reader.emplace(std::move(*reader));
    return Tracing(std::move(parts));
}

capture::Session& Tracing::session() { return parts_->session; }

void Tracing::run() {
    parts_->context.accounts_at_start = syscall_accounts(parts_->options.threads);
    parts_->context.start_ns = now_ns();
    parts_->session.run(parts_->context.start_ns);
}

void Tracing::settle() { parts_->session.set_state(WB_STATE_SETTLING); }

/// Once: hundreds of thousands of names.
void Tracing::Parts::read_kernel_symbols() {
    if (kernel_symbols || context.kernel_function) return;
    auto read = host::KernelSymbols::read();
    if (!read) {
        context.no_kernel_functions = read.error().what;
        return;
    }
    kernel_symbols = std::move(*read);
    context.kernel_function = [this](std::uint64_t address) {
        const auto place = kernel_symbols->find(address);
        return place ? std::string(place->name) : std::string{};
    };
}

void Tracing::Parts::name_devices(const std::vector<model::DeviceIdentity>& identities) {
    for (const auto& identity : identities) {
        context.device_names[identity.slot] = identity.name;
        context.bdi_names[identity.dev] = identity.name;
    }
    std::error_code none;  // without sysfs the names stay as the kernel gives them
    for (const auto& bdi : std::filesystem::directory_iterator("/sys/class/bdi", none)) {
        const std::string name = bdi.path().filename();
        context.bdi_names.emplace(name, devices.name_of_bdi(name));
    }
}

/// All but the share of the records. Sysfs is read anew only when there are devices that were not
/// seen before.
model::Snapshot Tracing::Parts::begin_snapshot(const events::KernelTotals& totals,
                                               const events::TaskTimes& times,
                                               const model::LocalTime& taken_at) {
    if (totals.devices.size() > devices_seen) devices.refresh();
    devices_seen = totals.devices.size();
    tell_filesystems(devices, context.filesystems);
    tell_cgroups(context.cgroup_paths);
    context.accounts_now = syscall_accounts(options.threads);
    auto rows = device_identities(devices, options.devices, totals.devices);
    name_devices(rows);
    model::Snapshot snapshot;
    snapshot.tool_version = version;
    snapshot.host = host::read_host_figures();
    snapshot.taken_at = taken_at;
    analysis::lay_out_devices(std::move(rows), snapshot);
    analysis::apply(totals, context, snapshot);
    if (times.followed || !times.rows.empty()) read_kernel_symbols();
    analysis::apply(times, context, snapshot);
    return snapshot;
}

void Tracing::Parts::tell_capture(const pipeline::PumpCounts& counts, std::uint64_t end_ns,
                                  model::CaptureFigures& to) const {
    to.probes = session.probes();
    to.events = counts.records;
    to.late = counts.late;
    to.lost.push_back(
        {"malformed", "records that could not be read", counts.malformed + counts.unknown});
    to.own_cpu_ns = own_cpu_ns();
    to.bpf_run_ns = session.bpf_run_ns();
    to.duration_ns = end_ns - context.start_ns;
    to.buffer_bytes = session.ring_bytes() * session.rings().size();
    to.filters = options.filter_words;
    if (options.filter.any()) tell_unfiltered(to.unavailable);
    for (const auto& probe : to.probes)
        if (!probe.attached && probe.asked) tell_missing(probe, to.unavailable);
}

Result<model::Snapshot> Tracing::so_far() {
    parts_->session.close_page_runs();
    const std::uint64_t cut_ns = now_ns();
    const auto cut_at = local_time();
    const auto totals = parts_->session.totals();
    const auto times = parts_->session.task_times(cut_ns);
    model::Snapshot snapshot;
    // On the pump's thread, since the aggregators read the context there.
    auto seen = parts_->pump->inspect(cut_ns, [&](const pipeline::PumpCounts& counts) {
        snapshot = parts_->begin_snapshot(totals, times, cut_at);
        parts_->tell_capture(counts, cut_ns, snapshot.capture);
        for (const auto& aggregator : parts_->aggregators) aggregator->fill_until(cut_ns, snapshot);
    });
    if (!seen) return tl::unexpected(seen.error());
    drop_unmeasured(snapshot);
    analysis::finish(snapshot);
    return snapshot;
}

Result<model::Snapshot> Tracing::finish(std::optional<model::RunFigures> ran) {
    const std::uint64_t end_ns = now_ns();
    const auto ended_at = local_time();
    parts_->session.set_state(WB_STATE_OFF);
    parts_->session.detach();
    parts_->reader->finish();
    auto counts = parts_->pump->finish();
    if (!counts) return tl::unexpected(counts.error());
    parts_->devices_seen = 0;  // one that came and went in between must be known as gone
    auto totals = parts_->session.totals();
    totals.cpu.lost[WB_LOSS_IN_FLIGHT_AT_END] += parts_->session.in_flight();
    parts_->last_times = parts_->session.task_times(end_ns);
    auto snapshot = parts_->begin_snapshot(totals, parts_->last_times, ended_at);
    snapshot.run = std::move(ran);
    parts_->tell_capture(*counts, end_ns, snapshot.capture);
    for (const auto& aggregator : parts_->aggregators) aggregator->fill(snapshot);
    drop_unmeasured(snapshot);
    analysis::finish(snapshot);
    return snapshot;
}

flame::StackTable Tracing::stack_table(const flame::Wish& wish,
                                       const analysis::StackNames& names) const {
    const auto rows = analysis::stack_rows(parts_->last_times, parts_->context.jiffies_per_second);
    return analysis::stack_table(rows, wish, names);
}

}  // namespace wbtrace
