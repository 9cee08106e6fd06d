// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <cstddef>
#include <vector>

#include "capture/session_parts.h"

namespace wbtrace::capture {

namespace {

template <typename T>
std::vector<T> per_cpu(const bpf_map* map, __u32 index) {
    static_assert(sizeof(T) % 8 == 0, "the kernel pads each CPU's value to eight bytes");
    std::vector<T> values(static_cast<std::size_t>(libbpf_num_possible_cpus()));
    if (bpf_map_lookup_elem(bpf_map__fd(map), &index, values.data()) != 0) values.clear();
    return values;
}

/// The first `count` fields are counters of one width: sum them as an array.
template <typename T>
void add_counters(T& sum, const T& one, std::size_t count) {
    auto* to = reinterpret_cast<__u64*>(&sum);
    const auto* from = reinterpret_cast<const __u64*>(&one);
    for (std::size_t i = 0; i < count; i++) to[i] += from[i];
}

wb_device_totals sum_device(const std::vector<wb_device_totals>& cpus) {
    wb_device_totals sum{};
    for (const auto& one : cpus) {
        add_counters(sum, one, offsetof(wb_device_totals, unplug_depth) / sizeof(__u64));
        for (std::size_t i = 0; i < WB_PLUG_BUCKETS; i++)
            sum.unplug_depth[i] += one.unplug_depth[i];
    }
    return sum;
}

wb_cpu_totals sum_cpus(const std::vector<wb_cpu_totals>& cpus) {
    wb_cpu_totals sum{};
    const wb_cpu_totals* latest = nullptr;
    for (const auto& one : cpus) {
        add_counters(sum, one, sizeof one / sizeof(__u64));
        if (!latest || one.thresh_time_ns > latest->thresh_time_ns) latest = &one;
    }
    if (latest) {
        sum.bg_thresh = latest->bg_thresh;
        sum.thresh = latest->thresh;
        sum.thresh_time_ns = latest->thresh_time_ns;
    }
    return sum;
}

}  // namespace

events::KernelTotals read_totals(const wbtrace_bpf& skeleton) {
    events::KernelTotals totals;
    totals.cpu = sum_cpus(per_cpu<wb_cpu_totals>(skeleton.maps.cpu_totals, 0));
    for (__u32 index = 0; index < WB_MAX_DEVICES; index++) {
        wb_device_slot slot{};
        if (bpf_map_lookup_elem(bpf_map__fd(skeleton.maps.devices), &index, &slot) != 0 ||
            slot.dev == 0)
            continue;
        events::KernelTotals::Device device;
        device.slot = index;
        device.where = slot;
        device.totals = sum_device(per_cpu<wb_device_totals>(skeleton.maps.device_totals, index));
        totals.cpu.lost[WB_LOSS_RING_FULL] += device.totals.ring_full;
        totals.devices.push_back(device);
    }
    return totals;
}

}  // namespace wbtrace::capture
