// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "commands/settling.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "output.h"
#include "workload/wait.h"

namespace wbtrace {

namespace {

using Clock = std::chrono::steady_clock;
constexpr auto look_every = std::chrono::milliseconds(20);
constexpr auto write_takes = std::chrono::seconds(5);
constexpr auto at_least = std::chrono::seconds(30);
constexpr auto speak_after = std::chrono::seconds(2);

void say(std::uint64_t files, std::chrono::nanoseconds at_most) {
    auto out = Output::to_stderr();
    if (!out || !out->is_terminal()) return;
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(at_most).count();
    // A message that cannot be shown changes nothing.
    (void)out->write(fmt::format(
        "wbtrace: waiting until {} file{} reached the device, {} s at most; Ctrl-C ends it\n",
        files, files == 1 ? "" : "s", seconds));
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
    auto left = session.unsettled_files();
    bool spoken = false;
    workload::WaitPlan plan;
    plan.at_most = at_most;
    plan.tick = look_every;
    plan.on_tick = [&] {
        left = session.unsettled_files();
        if (!spoken && left.value_or(0) > 0 && Clock::now() - begin > speak_after) {
            say(*left, at_most);
            spoken = true;
        }
        return left.value_or(0) > 0;
    };
    if (left.value_or(0) > 0 && at_most.count() > 0)
        (void)workload::wait_for_signal(inbox, plan);  // however it ends, `left` tells
    const auto waited = Clock::now() - begin;
    run.settle_ns = static_cast<std::uint64_t>(
        std::chrono::duration_cast<std::chrono::nanoseconds>(waited).count());
    run.unsettled_files = left.value_or(0);
    if (left) run.settled = *left == 0;
}

}  // namespace wbtrace
