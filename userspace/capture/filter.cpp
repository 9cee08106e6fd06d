// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "capture/filter.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "capture/session_parts.h"

namespace wbtrace::capture {

std::uint32_t Filter::parts() const {
    const auto part = [](bool in_force, wb_filter_part which) {
        return in_force ? static_cast<std::uint32_t>(which) : 0U;
    };
    return part(!processes.empty(), WB_FILTER_PROCESS) | part(!cgroups.empty(), WB_FILTER_CGROUP) |
           part(!comms.empty(), WB_FILTER_COMM) | part(!files.empty(), WB_FILTER_FILE) |
           part(operations != 0, WB_FILTER_OP) | part(min_latency_ns != 0, WB_FILTER_LATENCY);
}

wb_filter fixed_part(const Filter& filter) {
    wb_filter fixed{};
    fixed.min_latency_ns = filter.min_latency_ns;
    fixed.parts = filter.parts();
    fixed.ops = filter.operations;
    for (const auto& comm : filter.comms) {
        if (fixed.comms == WB_FILTER_COMMS) break;
        // As the kernel cuts it: the last byte stays 0.
        auto* name = reinterpret_cast<char*>(fixed.comm) + WB_COMM_LEN * fixed.comms++;
        std::memcpy(name, comm.data(), std::min<std::size_t>(comm.size(), WB_COMM_LEN - 1));
    }
    return fixed;
}

namespace {

template <typename Key>
Result<void> fill(const bpf_map* map, const std::vector<Key>& keys, const char* what) {
    const __u32 one = 1;
    for (const auto& key : keys)
        if (bpf_map_update_elem(bpf_map__fd(map), &key, &one, BPF_ANY) != 0)
            return fail(fmt::format("too many {} to choose from ({}): {}", what, keys.size(),
                                    std::strerror(errno)),
                        "name fewer of them");
    return {};
}

}  // namespace

Result<void> fill_filter(wbtrace_bpf& skeleton, const Filter& filter) {
    const auto& maps = skeleton.maps;
    if (auto done = fill(maps.filter_processes, filter.processes, "processes"); !done) return done;
    if (auto done = fill(maps.filter_cgroups, filter.cgroups, "cgroups"); !done) return done;
    return fill(maps.filter_files, filter.files, "files");
}

}  // namespace wbtrace::capture
