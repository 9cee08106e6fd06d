// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "analysis/amplification.h"

#include <algorithm>
#include <set>
#include <string>

namespace wbtrace::analysis {

namespace {

constexpr auto write_op = static_cast<std::size_t>(model::Op::write);

std::uint64_t written_to(const model::DeviceFigures& device, bool has_command) {
    if (!has_command) return device.by_op[write_op].totals.bytes;
    return device.scope.while_running[write_op].bytes + device.scope.after_end[write_op].bytes;
}

/// Requests of a loop device are not linked with those of what its file lies on: there they
/// are those of a kernel thread, and of the command only if the same pages are handed on.
bool is_linked(const model::DeviceFigures& upper) { return upper.layer_time.has_value(); }

/// The devices that get requests of traced ones above them.
std::set<std::string> beneath_others(const model::Snapshot& snapshot, bool has_command) {
    std::set<std::string> beneath;
    for (const auto& upper : snapshot.devices)
        if (!has_command || is_linked(upper))
            beneath.insert(upper.parents.begin(), upper.parents.end());
    return beneath;
}

/// What the command wrote here comes to the medium in somebody else's name.
bool hides_the_command(const model::DeviceFigures& device) {
    return !device.parents.empty() && !is_linked(device) && written_to(device, true) > 0;
}

void add_device(const model::DeviceFigures& device, bool top, bool has_command,
                model::Amplification& to) {
    const std::uint64_t bytes = written_to(device, has_command);
    if (top) to.top_bytes += bytes - (has_command ? std::min(bytes, device.scope_comes_again) : 0);
    if (!device.leaf) return;
    if (to.leaf_bytes) *to.leaf_bytes += bytes;
    for (const auto& kind : device.by_kind) {
        if (kind.kind == model::RequestKind::journal) to.journal_bytes += kind.written_bytes;
        if (kind.kind == model::RequestKind::metadata) to.metadata_bytes += kind.written_bytes;
    }
}

}  // namespace

model::Amplification amplification_of(const model::Snapshot& snapshot) {
    model::Amplification to;
    const bool has_command = snapshot.run.has_value();
    for (const auto& process : snapshot.processes) {
        if (!process.written_bytes || (has_command && !process.in_scope)) continue;
        to.syscall_bytes = to.syscall_bytes.value_or(0) + *process.written_bytes;
    }
    if (snapshot.page_cache) {
        const auto& dirtied =
            has_command ? snapshot.page_cache->scope_dirtied : snapshot.page_cache->dirtied;
        to.dirtied_bytes = dirtied.pages * snapshot.host.page_bytes;
    }
    const auto beneath = beneath_others(snapshot, has_command);
    if (has_command &&
        std::any_of(snapshot.devices.begin(), snapshot.devices.end(), hides_the_command))
        to.leaf_bytes.reset();
    for (const auto& device : snapshot.devices)
        add_device(device, beneath.count(device.name) == 0, has_command, to);
    return to;
}

}  // namespace wbtrace::analysis
