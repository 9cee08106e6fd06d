// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "views/unknown_helpers.h"

#include <algorithm>

namespace wbtrace::views {

namespace {

bool is_used(const model::DeviceFigures& device) {
    return std::any_of(device.by_op.begin(), device.by_op.end(),
                       [](const auto& op) { return op.totals.requests != 0; });
}

bool copied_pages(const model::DeviceFigures& device) {
    return (device.layer > 0 || device.name.starts_with("loop")) && is_used(device);
}

}  // namespace

std::vector<std::string> unknown_helpers(const model::Snapshot& snapshot) {
    const auto& bytes = snapshot.time_budget->amplification;
    std::vector<std::string> items;
    if (bytes.journal_bytes != 0) items.emplace_back("work for the journal");
    if (bytes.metadata_bytes != 0) items.emplace_back("work for metadata");
    if (std::any_of(snapshot.devices.begin(), snapshot.devices.end(), copied_pages))
        items.emplace_back("copies that a loop or stacked device makes");
    return items;
}

}  // namespace wbtrace::views
