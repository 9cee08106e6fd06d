// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "commands/settling.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "host/device_number.h"
#include "host/mount_table.h"
#include "output.h"
#include "workload/wait.h"

namespace wbtrace {

namespace {

using Clock = std::chrono::steady_clock;
constexpr auto look_every = std::chrono::milliseconds(20);
constexpr auto write_takes = std::chrono::seconds(5);
constexpr auto at_least = std::chrono::seconds(30);
constexpr auto speak_after = std::chrono::seconds(2);
// Asking about tens of thousands of files takes a while: it must not outlast the wait by much.
constexpr auto look_takes = std::chrono::milliseconds(100);

void say(std::uint64_t files, std::chrono::nanoseconds at_most) {
    auto out = Output::to_stderr();
    if (!out || !out->is_terminal()) return;
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(at_most).count();
    // A message that cannot be shown changes nothing.
    (void)out->write(fmt::format(
        "wbtrace: waiting until {} file{} reached the device, {} s at most; Ctrl-C ends it\n",
        files, files == 1 ? "" : "s", seconds));
}

/// A file's name is not known to the kernel's table; with the mount `find -inum` tells it.
std::string place_of(const capture::DirtyFile& file) {
    const auto dev = host::to_text(file.dev);
    const auto mounts = host::MountTable::read("");
    const auto* mount = mounts.by_dev(file.dev);
    return mount ? fmt::format("inode {} on {} ({})", file.inode, mount->mount_point, dev)
                 : fmt::format("inode {} on {}", file.inode, dev);
}

void tell_unsettled(const capture::UnsettledFiles& files, model::RunFigures& run) {
    run.unsettled_files = files.count;
    if (files.example) run.unsettled_file = place_of(*files.example);
}

}  // namespace

std::chrono::nanoseconds settle_limit(const std::optional<std::chrono::nanoseconds>& asked,
                                      const model::HostFigures& host) {
    if (asked) return *asked;
    std::chrono::nanoseconds limit = write_takes;
    for (const char* setting : {"dirty_expire_centisecs", "dirty_writeback_centisecs"}) {
        const auto found = host.vm_dirty.find(setting);
        if (found == host.vm_dirty.end()) continue;
        // An absurd setting must not make us wait for days.
        const auto centiseconds = std::min<std::uint64_t>(found->second, 60'000);
        limit += std::chrono::milliseconds(10 * centiseconds);
    }
    return std::max<std::chrono::nanoseconds>(limit, at_least);
}

void settle(capture::Session& session, workload::SignalInbox& inbox,
            std::chrono::nanoseconds at_most, model::RunFigures& run) {
    const auto begin = Clock::now();
    const auto end = begin + std::max<std::chrono::nanoseconds>(at_most, look_takes);
    auto dirty = session.has_unsettled_files(end);
    bool spoken = false;
    workload::WaitPlan plan;
    plan.at_most = at_most;
    plan.tick = look_every;
    plan.any_signal = false;
    plan.on_tick = [&] {
        dirty = session.has_unsettled_files(end);
        if (!spoken && dirty.value_or(false) && Clock::now() - begin > speak_after) {
            say(session.unsettled_files(Clock::now() + look_takes).count, at_most);
            spoken = true;
        }
        return dirty.value_or(false);
    };
    if (dirty.value_or(false) && at_most.count() > 0)
        (void)workload::wait_for_signal(inbox, plan);  // however it ends, `dirty` tells
    const auto waited = Clock::now() - begin;
    run.settle_ns = static_cast<std::uint64_t>(
        std::chrono::duration_cast<std::chrono::nanoseconds>(waited).count());
    run.processes_left = session.processes_left();
    if (!dirty) return;
    if (*dirty) tell_unsettled(session.unsettled_files(Clock::now() + look_takes), run);
    run.settled = run.unsettled_files == 0;
}

}  // namespace wbtrace
