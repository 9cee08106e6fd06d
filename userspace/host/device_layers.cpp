// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "host/device_layers.h"

#include <algorithm>
#include <map>
#include <string>

#include <fmt/format.h>

namespace wbtrace::host {

namespace {

using Devices = std::vector<model::DeviceIdentity>;

unsigned layer_of(const Devices& devices, const model::DeviceIdentity& device, std::size_t depth) {
    if (device.leaf || depth > devices.size()) return 0;  // parents in a circle end here
    unsigned highest = 0;
    for (const auto& lower : devices) {
        const auto& names = device.parents;
        if (std::find(names.begin(), names.end(), lower.name) == names.end()) continue;
        highest = std::max(highest, layer_of(devices, lower, depth + 1));
    }
    return highest + 1;
}

}  // namespace

void tell_media_apart(Devices& devices) {
    std::map<std::string, std::vector<model::DeviceIdentity*>> same;  // by number
    for (auto& device : devices) {
        if (!device.partition) same[device.dev].push_back(&device);
    }
    std::map<std::string, std::string> last;
    for (auto& [dev, media] : same) {
        if (media.size() < 2) continue;
        std::stable_sort(media.begin(), media.end(),
                         [](const auto* a, const auto* b) { return a->diskseq < b->diskseq; });
        const std::string name = media.back()->name;
        for (std::size_t i = 0; i < media.size(); ++i)
            media[i]->name = fmt::format("{} ({})", media[i]->name, i + 1);
        last[name] = media.back()->name;
    }
    for (auto& device : devices) {
        for (auto& parent : device.parents) {
            if (const auto found = last.find(parent); found != last.end()) parent = found->second;
        }
    }
}

void number_layers(Devices& devices) {
    for (auto& device : devices) device.layer = layer_of(devices, device, 0);
}

}  // namespace wbtrace::host
