// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "views/unknown_helpers.h"

#include <algorithm>

namespace wbtrace::views {

namespace {

bool copies_pages(const model::DeviceFigures& device) {
    return device.layer > 0 || device.name.starts_with("loop");
}

}  // namespace

std::vector<std::string> unknown_helpers(const model::Snapshot& snapshot) {
    const auto& bytes = snapshot.time_budget->amplification;
    std::vector<std::string> items;
    if (bytes.journal_bytes != 0) items.emplace_back("work for the journal");
    if (bytes.metadata_bytes != 0) items.emplace_back("work for metadata");
    if (std::any_of(snapshot.devices.begin(), snapshot.devices.end(), copies_pages))
        items.emplace_back("copies that a loop or stacked device makes");
    return items;
}

}  // namespace wbtrace::views
