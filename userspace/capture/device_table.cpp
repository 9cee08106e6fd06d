// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "capture/session_parts.h"

namespace wbtrace::capture {

namespace {

wb_device_slot slot_of(const host::TracedDevice& device) {
    wb_device_slot slot{};
    slot.dev = device.disk_dev;
    if (device.bio_based) slot.flags |= WB_DEVICE_BIO_BASED;
    if (device.partition) slot.flags |= WB_DEVICE_PARTITION;
    slot.first_sector = device.first_sector;
    slot.end_sector = device.end_sector;
    slot.incarnation = WB_INCARNATION(device.identity.diskseq.value_or(0));
    return slot;
}

}  // namespace

Result<void> fill_device_table(wbtrace_bpf& skeleton,
                               const std::vector<host::TracedDevice>& devices) {
    const int table = bpf_map__fd(skeleton.maps.devices);
    const int claims = bpf_map__fd(skeleton.maps.device_claims);
    for (const auto& device : devices) {
        wb_device_slot slot = slot_of(device);
        const __u64 owner = WB_ROW_OWNER(slot.dev, slot.incarnation);
        bool placed = false;
        for (__u32 i = 0; i < WB_DEVICE_PROBES && !placed; i++) {
            const __u32 index = (WB_DEVICE_HASH(slot.dev) + i) & (WB_MAX_DEVICES - 1);
            if (bpf_map_update_elem(claims, &index, &owner, BPF_NOEXIST) != 0) continue;
            slot.current = WB_CURRENT(slot.incarnation, index);
            if (bpf_map_update_elem(table, &index, &slot, BPF_ANY) != 0)
                return fail(fmt::format("device table: {}", std::strerror(errno)));
            placed = true;
        }
        if (!placed)
            return fail(fmt::format("too many devices: no room for {}", device.identity.name),
                        "trace fewer at once");
    }
    return {};
}

Result<void> fill_foreign_table(wbtrace_bpf& skeleton, const host::ForeignPlaces& foreign) {
    std::vector<wb_foreign> keys;
    for (const auto dev : foreign.devices) keys.push_back({dev, {}});
    for (const auto& name : foreign.bdis) {
        wb_foreign key{};
        // The last byte stays 0: so the kernel side cuts a name that is too long.
        std::memcpy(key.bdi_name, name.data(), std::min(name.size(), sizeof key.bdi_name - 1));
        keys.push_back(key);
    }
    const int table = bpf_map__fd(skeleton.maps.foreign);
    const __u32 one = 1;
    for (const auto& key : keys)
        if (bpf_map_update_elem(table, &key, &one, BPF_ANY) != 0)
            return fail(fmt::format("table of other devices: {}", std::strerror(errno)));
    return {};
}

}  // namespace wbtrace::capture
