// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "exports/names.h"

#include <fmt/format.h>

#include <utility>

#include "analysis/file_name.h"
#include "analysis/reckoning.h"
#include "analysis/record_fields.h"

namespace wbtrace::exports {

namespace {

constexpr std::size_t most_names = 65'536;

const std::string& no_name() {
    static const std::string empty;
    return empty;
}

void tell_machine(const analysis::MachineState& machine, analysis::Context& to) {
    for (const auto& mounted : machine.filesystems) to.filesystems.add(mounted.s_dev, mounted);
    for (const auto& [id, path] : machine.cgroup_paths) to.cgroup_paths[id] = path;
}

}  // namespace

Names::Names(const analysis::StartFacts& start, const std::optional<analysis::CutFacts>& end)
    : start_(start), context_(analysis::Reckoning(start).context()) {
    const auto tell_device = [&](const model::DeviceIdentity& device) {
        context_.bdi_names[device.dev] = device.name;
    };
    for (const auto& disk : start.disks) tell_device(disk);
    if (!end) return;
    tell_machine(end->machine, context_);
    for (const auto& device : end->devices) tell_device(device);
    for (const auto& [bdi, name] : end->bdi_names) context_.bdi_names.emplace(bdi, name);
}

void Names::learn(const wb_file_seen& record) {
    if (files_.size() >= most_names) files_before_ = std::exchange(files_, {});
    files_[{record.inode, record.inode_dev, record.generation}] =
        analysis::path_of(analysis::path_in_filesystem(record), record.inode_dev, context_);
}

void Names::learn(const wb_cgroup_made& record) {
    if (context_.cgroup_paths.size() < most_names)
        context_.cgroup_paths[record.id] = analysis::text_of(record.path);
}

const std::string& Names::device(std::uint32_t dev) const {
    const auto known = devices_.find(dev);
    if (known != devices_.end()) return known->second;
    if (devices_.size() >= most_names) devices_.clear();  // no machine has so many
    auto number = analysis::dev_text(dev);
    const auto name = context_.bdi_names.find(number);
    return devices_[dev] = name == context_.bdi_names.end() ? number : name->second;
}

const std::string& Names::file(std::uint32_t s_dev, std::uint64_t inode,
                               std::uint32_t generation) const {
    const Inode key{inode, s_dev, generation};
    if (const auto known = files_.find(key); known != files_.end()) return known->second;
    const auto before = files_before_.find(key);
    return before == files_before_.end() ? no_name() : before->second;
}

const std::string& Names::cgroup(std::uint64_t id) const {
    const auto known = context_.cgroup_paths.find(id);
    return known == context_.cgroup_paths.end() ? no_name() : known->second;
}

std::string Names::reason(std::uint32_t reason) const {
    const auto known = context_.writeback_reasons.find(reason);
    return known != context_.writeback_reasons.end() ? known->second
                                                     : fmt::format("reason {}", reason);
}

std::string Names::bdi(const analysis::BdiKey& key) const {
    return analysis::readable_name(key, context_);
}

}  // namespace wbtrace::exports
