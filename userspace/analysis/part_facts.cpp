// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "analysis/part_facts.h"

#include <algorithm>

#include "analysis/record_fields.h"

namespace wbtrace::analysis {

namespace {

/// By its number, among the disks that there were at the start.
model::DeviceIdentity identity_of(const StartFacts& start,
                                  const events::KernelTotals::Device& device) {
    const auto number = dev_text(device.where.dev);
    model::DeviceIdentity identity;
    identity.name = identity.dev = number;
    for (const auto& disk : start.disks)
        if (disk.dev == number) identity = disk;
    identity.slot = device.slot;
    return identity;
}

model::LocalTime later_than(const StartFacts& start, std::uint64_t time_ns) {
    const auto since_ns = time_ns - std::min(time_ns, start.start_ns);
    constexpr auto most = static_cast<std::uint64_t>(INT64_MAX / 4);
    model::LocalTime time = start.started_at;
    time.unix_ns = std::min<std::int64_t>(time.unix_ns, INT64_MAX / 4) +
                   static_cast<std::int64_t>(std::min(since_ns, most));
    return time;
}

}  // namespace

CutFacts facts_without_end(const StartFacts& start, const events::KernelTotals& from_records,
                           std::uint64_t last_ns) {
    CutFacts facts;
    facts.cut_ns = std::max(last_ns, start.start_ns);
    facts.taken_at = later_than(start, facts.cut_ns);
    facts.host = start.host;
    facts.host.page_state.reset();  // that of the start
    facts.machine = start.machine;
    facts.machine.accounts.clear();
    for (const auto& device : from_records.devices)
        facts.devices.push_back(identity_of(start, device));
    facts.totals = from_records;
    facts.capture.duration_ns = facts.cut_ns - start.start_ns;
    if (!start.command.empty())
        facts.capture.unavailable.emplace("run", "how the command ended was not recorded");
    return facts;
}

CutFacts facts_in_between(const StartFacts& start, const CutFacts& end,
                          const events::KernelTotals& from_records, std::uint64_t cut_ns) {
    CutFacts facts = end;
    facts.cut_ns = cut_ns;
    facts.taken_at = later_than(start, cut_ns);
    facts.machine.accounts.clear();
    facts.host.page_state.reset();  // that of the end
    facts.running_works.reset();
    facts.run.reset();  // its times are those of the whole
    facts.totals = from_records;
    facts.capture.duration_ns = cut_ns - std::min(cut_ns, start.start_ns);
    facts.capture.events = 0;
    facts.capture.late = 0;
    facts.capture.own_cpu_ns = 0;
    facts.capture.bpf_run_ns.reset();
    facts.capture.lost.clear();
    return facts;
}

std::map<std::string, std::string> unknown_to_records(const std::string& reason) {
    std::map<std::string, std::string> unavailable;
    for (const char* path : {"devices[].bios", "devices[].merge_ratio", "devices[].request_merges",
                             "devices[].plug", "devices[].plug_depth", "devices[].logged_errors",
                             "throttle.calls", "writeback.pages_written"})
        unavailable.emplace(path, reason);
    return unavailable;
}

}  // namespace wbtrace::analysis
