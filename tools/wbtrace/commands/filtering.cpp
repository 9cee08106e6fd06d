// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "commands/filtering.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <memory>

#include "base/printable.h"
#include "host/cgroup_hierarchy.h"
#include "host/process_number.h"
#include "model/snapshot.h"

namespace wbtrace {

namespace {

Result<void> add_process(const std::string& word, capture::Filter& to) {
    const auto number = process_number(word);
    if (!number) return tl::unexpected(number.error());
    const auto found = host::processes_with_number("/", *number);
    if (found.empty())
        return fail(fmt::format("--pid: there is no process {}", *number),
                    "one that starts later can be named with --comm or --cgroup");
    to.processes.insert(to.processes.end(), found.begin(), found.end());
    return {};
}

/// The path below the mount point of the hierarchy, without a slash at its end.
std::string below_root(std::string path, const std::string& mount_point) {
    if (path.starts_with(mount_point)) path.erase(0, mount_point.size());
    while (path.ends_with('/')) path.pop_back();
    return path.starts_with('/') || path.empty() ? path : "/" + path;
}

Result<void> add_cgroup(const std::string& word, capture::Filter& to) {
    const auto hierarchy = host::io_cgroup_hierarchy(host::MountTable::read("/"));
    const auto path = below_root(word, hierarchy.mount_point);
    const auto before = to.cgroups.size();
    for (const auto& [id, name] : host::list_cgroups(hierarchy))
        if (path.empty() || name == path || name.starts_with(path + "/")) to.cgroups.push_back(id);
    if (to.cgroups.size() > before) return {};
    return fail(fmt::format(
        "--cgroup: there is no '{}' below {}", brief(word),
        hierarchy.mount_point.empty() ? "any mounted hierarchy" : hierarchy.mount_point));
}

Result<void> add_file(const std::string& word, const host::MountTable& mounts,
                      capture::Filter& to) {
    struct stat about {};
    const std::unique_ptr<char, decltype(&std::free)> path(realpath(word.c_str(), nullptr),
                                                           &std::free);
    if (!path || stat(path.get(), &about) != 0)
        return fail(fmt::format("--file: '{}': {}", brief(word), std::strerror(errno)),
                    "name a file or folder that is there; a folder covers what is made in it");
    // btrfs gives each subvolume a number of its own, the kernel's inodes that of the whole.
    const auto* mount = mounts.covering(path.get());
    if (!mount) return fail(fmt::format("--file: no mount holds '{}'", brief(word)));
    to.files.push_back({about.st_ino, mount->dev, 0});
    return {};
}

Result<void> add_operation(const std::string& word, capture::Filter& to) {
    const auto bit = operation_bit(word);
    if (!bit) return tl::unexpected(bit.error());
    to.operations |= *bit;
    return {};
}

template <typename Add>
Result<void> add_each(const std::vector<std::string>& words, Add add) {
    for (const auto& word : words)
        if (auto added = add(word); !added) return added;
    return {};
}

}  // namespace

Result<std::uint32_t> process_number(const std::string& word) {
    std::uint32_t number = 0;
    const auto* end = word.data() + word.size();
    const auto read = std::from_chars(word.data(), end, number);
    if (read.ec != std::errc{} || read.ptr != end || number == 0)
        return fail(fmt::format("--pid: '{}' is no number of a process", brief(word)));
    return number;
}

Result<std::uint32_t> operation_bit(const std::string& word) {
    const auto* found = std::find(model::op_names.begin(), model::op_names.end(), word);
    if (found == model::op_names.end())
        return fail(fmt::format("--op: '{}' is no operation", brief(word)),
                    fmt::format("give some of {}", fmt::join(model::op_names, ", ")));
    return 1U << static_cast<unsigned>(found - model::op_names.begin());
}

Result<capture::Filter> chosen_filter(const cli::Options& options) {
    capture::Filter filter;
    filter.comms = options.comms;
    filter.min_latency_ns = static_cast<std::uint64_t>(options.min_latency.count());
    if (filter.comms.size() > WB_FILTER_COMMS)
        return tl::unexpected(Error{fmt::format("--comm: at most {} names", WB_FILTER_COMMS)});
    const auto mounts = host::MountTable::read("/");
    Result<void> done;
    const auto then = [&done](const std::vector<std::string>& words, auto add) {
        if (done) done = add_each(words, add);
    };
    then(options.processes, [&](const auto& word) { return add_process(word, filter); });
    then(options.cgroups, [&](const auto& word) { return add_cgroup(word, filter); });
    then(options.files, [&](const auto& word) { return add_file(word, mounts, filter); });
    then(options.operations, [&](const auto& word) { return add_operation(word, filter); });
    if (!done) return tl::unexpected(done.error());
    return filter;
}

std::vector<std::string> filter_words(const cli::Options& options) {
    std::vector<std::string> words;
    const auto add = [&words](const char* name, const std::vector<std::string>& values) {
        for (const auto& value : values) words.push_back(fmt::format("{} {}", name, value));
    };
    add("--pid", options.processes);
    add("--comm", options.comms);
    add("--cgroup", options.cgroups);
    add("--file", options.files);
    add("--op", options.operations);
    if (options.min_latency.count() != 0)
        words.push_back(fmt::format("--min-latency {}us", options.min_latency.count() / 1000));
    return words;
}

std::vector<std::string> option_words(const cli::Options& options) {
    auto words = filter_words(options);
    for (const auto& device : options.devices) words.push_back(fmt::format("--dev {}", device));
    if (options.threads) words.emplace_back("--threads");
    if (options.plug_time) words.emplace_back("--plug-time");
    if (options.sync_calls) words.emplace_back("--sync-calls");
    return words;
}

}  // namespace wbtrace
