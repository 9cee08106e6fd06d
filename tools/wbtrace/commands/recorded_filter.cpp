// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "commands/recorded_filter.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/printable.h"
#include "commands/filtering.h"
#include "host/device_number.h"

namespace wbtrace {

namespace {

/// The disk and what lies beneath it.
void add_disk(const model::DeviceIdentity& disk, const std::vector<model::DeviceIdentity>& disks,
              analysis::Wanted& to) {
    const auto number = host::parse_kernel_dev(disk.dev);
    if (!number || !to.disks.insert(*number).second) return;
    for (const auto& beneath : disks)
        if (std::find(disk.parents.begin(), disk.parents.end(), beneath.name) != disk.parents.end())
            add_disk(beneath, disks, to);
}

Result<void> add_device(const std::string& spec, const analysis::StartFacts& start,
                        analysis::Wanted& to) {
    const auto name = spec.starts_with("/dev/") ? spec.substr(5) : spec;
    const auto before = to.disks.size();
    for (const auto& disk : start.disks)
        if (disk.name == name || disk.dev == name) add_disk(disk, start.disks, to);
    if (to.disks.size() > before) return {};
    return fail(fmt::format("--dev: the recording knows no disk '{}'", brief(spec)),
                "`wbtrace inspect FILE` lists them");
}

}  // namespace

Result<analysis::Wanted> wanted_records(const cli::Options& options,
                                        const analysis::StartFacts& start) {
    analysis::Wanted wanted;
    for (const auto& device : options.devices)
        if (auto added = add_device(device, start, wanted); !added)
            return tl::unexpected(added.error());
    for (const auto& word : options.processes) {
        const auto process = process_number(word);
        if (!process) return tl::unexpected(process.error());
        wanted.processes.insert(*process);
    }
    for (const auto& word : options.operations) {
        const auto operation = operation_bit(word);
        if (!operation) return tl::unexpected(operation.error());
        wanted.operations |= *operation;
    }
    wanted.comms = options.comms;
    wanted.cgroups = options.cgroups;
    wanted.files = options.files;
    wanted.min_latency_ns = static_cast<std::uint64_t>(options.min_latency.count());
    return wanted;
}

Result<ReplayOptions> replay_options(const cli::Options& options,
                                     const analysis::StartFacts& start) {
    auto wanted = wanted_records(options, start);
    if (!wanted) return tl::unexpected(wanted.error());
    ReplayOptions how;
    how.wanted = std::move(*wanted);
    how.words = option_words(options);
    how.every_ns =
        static_cast<std::uint64_t>(options.every.value_or(std::chrono::nanoseconds{}).count());
    return how;
}

}  // namespace wbtrace
