// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "commands/beginning.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <memory>
#include <vector>

#include "commands/filtering.h"
#include "commands/masked_probes.h"
#include "host/block_devices.h"
#include "host/cgroup_hierarchy.h"
#include "host/mount_table.h"

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

}  // namespace

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
    session.intervals = options.interval.has_value();
    flames.ask(session);
    if (session.time_budget) session.probe_options->insert("--time-budget");
    session.request_pool = request_pool(*devices);
    session.stacked = !devices->upper_disks().empty();
    if (auto watched = flames.watch(); !watched) return tl::unexpected(watched.error());
    trace.command = options.command;
    trace.interval = options.interval;
    trace.live_view = options.verb == cli::Verb::top;
    trace.words = option_words(options);
    trace.recorder = std::move(*recorder);
    trace.name_stacks = flames.namer();
    return Tracing::begin(std::move(trace), std::move(*devices));
}

}  // namespace wbtrace
