// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "analysis/device_rows.h"

#include <algorithm>
#include <utility>

#include "analysis/record_fields.h"

namespace wbtrace::analysis {

void lay_out_devices(std::vector<model::DeviceIdentity> identities, model::Snapshot& snapshot) {
    snapshot.devices.clear();
    for (auto& identity : identities) {
        auto& row = snapshot.devices.emplace_back();
        static_cast<model::DeviceIdentity&>(row) = std::move(identity);
    }
}

model::DeviceFigures& device_row(std::uint32_t slot, std::uint32_t dev, const Context& context,
                                 model::Snapshot& snapshot) {
    auto& rows = snapshot.devices;
    const auto found =
        std::find_if(rows.begin(), rows.end(), [&](const auto& row) { return row.slot == slot; });
    if (found != rows.end()) return *found;

    auto& row = rows.emplace_back();
    row.slot = slot;
    row.dev = dev_text(dev);
    const auto name = context.device_names.find(slot);
    row.name = name != context.device_names.end() ? name->second : row.dev;
    return row;
}

}  // namespace wbtrace::analysis
