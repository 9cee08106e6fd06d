// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "commands/recorded_filter.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "analysis/record_fields.h"
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

/// The recorded file system that the path lies in, or whose number it is; null: none is known.
const analysis::MountedFilesystem* filesystem_at(const std::string& spec,
                                                 const analysis::StartFacts& start) {
    const analysis::MountedFilesystem* best = nullptr;
    for (const auto& one : start.machine.filesystems) {
        const auto& point = one.mount_point;
        const bool inside = spec == point || point == "/" || spec.starts_with(point + "/");
        if (analysis::dev_text(one.s_dev) == spec) return &one;
        if (spec.starts_with('/') && !point.empty() && inside &&
            (best == nullptr || point.size() >= best->mount_point.size()))
            best = &one;
    }
    return best;
}

const model::DeviceIdentity* disk_of_partition(const std::string& name,
                                               const analysis::StartFacts& start) {
    for (const auto& disk : start.disks) {
        if (disk.name.empty() || !name.starts_with(disk.name)) continue;
        auto rest = std::string_view(name).substr(disk.name.size());
        if (rest.starts_with('p')) rest.remove_prefix(1);
        if (!rest.empty() && rest.find_first_not_of("0123456789") == rest.npos) return &disk;
    }
    return nullptr;
}

tl::unexpected<Error> only_whole_disks(const std::string& spec, const std::string& disk) {
    return fail(fmt::format("--dev: '{}' is a part of a disk, and recordings are told apart by "
                            "whole disks",
                            brief(spec)),
                fmt::format("give --dev {}", printable(disk)));
}

/// All that the file system lies on. False: that is not known.
Result<bool> add_places(const std::string& spec, std::uint32_t s_dev,
                        const analysis::StartFacts& start, analysis::Wanted& to) {
    bool known = false;
    for (const auto& place : start.machine.places) {
        if (place.s_dev != s_dev) continue;
        const auto number = analysis::dev_text(place.disk);
        const auto disk = std::find_if(start.disks.begin(), start.disks.end(),
                                       [&](const auto& one) { return one.dev == number; });
        if (place.first_sector != 0 || place.end_sector != UINT64_MAX)
            return only_whole_disks(spec, disk == start.disks.end() ? number : disk->name);
        if (disk == start.disks.end()) continue;
        add_disk(*disk, start.disks, to);
        known = true;
    }
    return known;
}

Result<void> add_device(const std::string& spec, const analysis::StartFacts& start,
                        analysis::Wanted& to) {
    const bool below_dev = spec.starts_with("/dev/");
    const auto name = below_dev ? spec.substr(5) : spec;
    bool known = false;
    for (const auto& disk : start.disks) {
        if (disk.name != name && disk.dev != name) continue;
        add_disk(disk, start.disks, to);
        known = true;
    }
    if (known) return {};
    if (const auto* disk = disk_of_partition(name, start))
        return only_whole_disks(spec, disk->name);
    if (const auto* filesystem = below_dev ? nullptr : filesystem_at(spec, start)) {
        const auto added = add_places(spec, filesystem->s_dev, start, to);
        if (!added) return tl::unexpected(added.error());
        if (*added) return {};
    }
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
