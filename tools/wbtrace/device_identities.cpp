// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "device_identities.h"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <tuple>

#include "host/device_layers.h"

namespace wbtrace {

namespace {

using Seen = events::KernelTotals::Device;

std::string_view kernel_name_of(const Seen& seen) {
    const auto* begin = std::begin(seen.where.name);
    const auto* end = std::find(begin, std::end(seen.where.name), __u8{0});
    return {reinterpret_cast<const char*>(begin), static_cast<std::size_t>(end - begin)};
}

bool sequenced(const Seen& seen) { return (seen.where.flags & WB_DEVICE_SEQUENCED) != 0; }

model::DeviceIdentity identity_of(const host::BlockDevices& devices, const Seen& seen) {
    std::optional<std::uint64_t> diskseq;
    if (sequenced(seen)) diskseq = seen.where.incarnation;
    auto identity = devices.identity(seen.where.dev, diskseq, kernel_name_of(seen));
    identity.slot = seen.slot;
    // A device that is gone by now is only known to the kernel side.
    if ((seen.where.flags & WB_DEVICE_BIO_BASED) != 0) identity.bio_based = true;
    return identity;
}

bool later(const Seen& seen) { return (seen.where.flags & WB_DEVICE_LATER) != 0; }

}  // namespace

std::vector<model::DeviceIdentity> device_identities(const host::BlockDevices& devices,
                                                     const std::vector<host::TracedDevice>& chosen,
                                                     const std::vector<Seen>& seen) {
    std::vector<model::DeviceIdentity> rows;
    for (const auto& one : chosen) {
        for (const auto& device : seen) {
            if (later(device) || device.where.dev != one.disk_dev ||
                device.where.first_sector != one.first_sector)
                continue;
            // A drive that was empty, perhaps: what is in it is known only now.
            const bool look_again =
                !one.partition && !one.identity.diskseq && one.identity.parents.empty();
            rows.push_back(look_again ? identity_of(devices, device) : one.identity);
            rows.back().slot = device.slot;
        }
    }
    auto rest = seen;
    const auto order = [](const Seen& a, const Seen& b) {
        return std::tie(a.where.dev, a.where.incarnation, a.slot) <
               std::tie(b.where.dev, b.where.incarnation, b.slot);
    };
    std::sort(rest.begin(), rest.end(), order);
    for (const auto& device : rest)
        if (chosen.empty() || later(device)) rows.push_back(identity_of(devices, device));
    host::tell_media_apart(rows);
    host::number_layers(rows);
    return rows;
}

}  // namespace wbtrace
