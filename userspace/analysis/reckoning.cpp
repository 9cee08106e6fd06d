// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "analysis/reckoning.h"

#include <utility>

#include "analysis/device_rows.h"
#include "analysis/finish.h"
#include "analysis/kernel_totals.h"
#include "analysis/registry.h"
#include "analysis/time_budget.h"
#include "analysis/writeback_works.h"

namespace wbtrace::analysis {

namespace {

constexpr std::size_t most_cgroup_names = 65536;

/// What neither records nor totals tell.
void tell_capture(const model::CaptureFigures& from, model::CaptureFigures& to) {
    to.probes = from.probes;
    to.events = from.events;
    to.late = from.late;
    to.lost.insert(to.lost.end(), from.lost.begin(), from.lost.end());
    to.own_cpu_ns = from.own_cpu_ns;
    to.bpf_run_ns = from.bpf_run_ns;
    to.duration_ns = from.duration_ns;
    to.buffer_bytes = from.buffer_bytes;
    to.filters = from.filters;
    to.unavailable = from.unavailable;
    to.part = from.part;
}

/// A section whose probe is not attached was not measured: it must not read as zero.
void drop_unmeasured(model::Snapshot& snapshot) {
    const auto& missing = snapshot.capture.unavailable;
    if (missing.count("throttle") != 0) snapshot.throttle.reset();
    if (missing.count("writeback") != 0) snapshot.writeback.reset();
    if (missing.count("sync_calls") != 0) snapshot.sync_calls.reset();
    if (missing.count("time_budget") != 0) snapshot.time_budget.reset();
}

}  // namespace

Reckoning::Reckoning(const StartFacts& facts, bool busy_time) {
    begin(facts);
    context_.busy_time = busy_time || facts.few_rows;
    aggregators_ = make_aggregators(context_);
}

Reckoning::~Reckoning() = default;

void Reckoning::begin(const StartFacts& facts) {
    tool_version_ = facts.tool_version;
    context_.start_ns = facts.start_ns;
    context_.jiffies_per_second = facts.jiffies_per_second;
    context_.page_bytes = facts.host.page_bytes;
    context_.writeback_reasons = facts.writeback_reasons;
    context_.request_bits = facts.request_bits;
    context_.threads = facts.threads;
    context_.few_rows = facts.few_rows;
    context_.has_scope = !facts.command.empty();
    context_.upper_devices = facts.upper_devices;
    context_.accounts_at_start = facts.machine.accounts;
    tell(facts.machine);
}

void Reckoning::ask_for_files(FindFile find) { context_.find_file = std::move(find); }

std::vector<events::Sink*> Reckoning::sinks() const {
    std::vector<events::Sink*> sinks;
    for (const auto& aggregator : aggregators_) sinks.push_back(aggregator.get());
    return sinks;
}

/// Names of cgroups and file systems that went stay known.
void Reckoning::tell(const MachineState& machine) {
    context_.filesystems.forget_places();
    for (const auto& mounted : machine.filesystems)
        context_.filesystems.add(mounted.s_dev, mounted);
    for (const auto& place : machine.places)
        context_.filesystems.add_place(place.disk, place.first_sector, place.end_sector,
                                       place.s_dev);
    context_.loops_above.clear();
    for (const auto& [loop, disk] : machine.loops) context_.loops_above[disk].insert(loop);
    // Cgroups come and go for days; numbers are not used again.
    if (context_.cgroup_paths.size() > most_cgroup_names) context_.cgroup_paths.clear();
    for (const auto& [id, path] : machine.cgroup_paths) context_.cgroup_paths[id] = path;
    context_.accounts_now = machine.accounts;
}

void Reckoning::name_functions(const CutFacts& facts) {
    context_.no_kernel_functions = facts.no_kernel_functions;
    context_.kernel_function = {};
    if (!facts.no_kernel_functions.empty()) return;
    // Asked about the call, which lies before the address that it returns to.
    context_.kernel_function = [names = facts.kernel_functions](std::uint64_t before) {
        const auto name = names.find(before + 1);
        return name == names.end() ? std::string{} : name->second;
    };
}

/// All but the share of the records.
model::Snapshot Reckoning::begin_snapshot(const CutFacts& facts) {
    tell(facts.machine);
    context_.cut_ns = facts.cut_ns;
    for (const auto& identity : facts.devices) {
        context_.device_names[identity.slot] = identity.name;
        context_.bdi_names[identity.dev] = identity.name;
    }
    for (const auto& [bdi, name] : facts.bdi_names) context_.bdi_names.emplace(bdi, name);
    model::Snapshot snapshot;
    snapshot.tool_version = tool_version_;
    snapshot.host = facts.host;
    snapshot.taken_at = facts.taken_at;
    snapshot.run = facts.run;
    lay_out_devices(facts.devices, snapshot);
    apply(facts.totals, context_, snapshot);
    if (facts.running_works) {
        if (!snapshot.writeback) snapshot.writeback.emplace();
        tell_running(*facts.running_works, context_, *snapshot.writeback);
    }
    tell_capture(facts.capture, snapshot.capture);
    name_functions(facts);
    apply(facts.times, context_, snapshot);
    return snapshot;
}

model::Snapshot Reckoning::at(const CutFacts& facts) {
    auto snapshot = begin_snapshot(facts);
    for (const auto& aggregator : aggregators_) aggregator->fill_until(facts.cut_ns, snapshot);
    drop_unmeasured(snapshot);
    analysis::finish(snapshot);
    return snapshot;
}

model::Snapshot Reckoning::finish(const CutFacts& facts) {
    auto snapshot = begin_snapshot(facts);
    for (const auto& aggregator : aggregators_) aggregator->fill(snapshot);
    drop_unmeasured(snapshot);
    analysis::finish(snapshot);
    return snapshot;
}

}  // namespace wbtrace::analysis
