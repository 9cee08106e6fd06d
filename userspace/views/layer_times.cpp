// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "views/layer_times.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/printable.h"
#include "views/device_figures.h"

namespace wbtrace::views {

namespace {

constexpr std::size_t most_media = 4;

const model::LayerShare* share_of(const model::DeviceFigures& upper, const std::string& name) {
    if (!upper.layer_time) return nullptr;
    const auto& shares = upper.layer_time->beneath;
    const auto found = std::find_if(shares.begin(), shares.end(),
                                    [&](const auto& share) { return share.device == name; });
    return found == shares.end() ? nullptr : &*found;
}

}  // namespace

std::vector<const model::DeviceFigures*> divided_tops(const model::Snapshot& snapshot) {
    std::vector<const model::DeviceFigures*> tops;
    for (const auto& device : snapshot.devices) {
        const bool beneath =
            std::any_of(snapshot.devices.begin(), snapshot.devices.end(),
                        [&](const auto& upper) { return share_of(upper, device.name) != nullptr; });
        if (device.layer_time && !beneath) tops.push_back(&device);
    }
    return tops;
}

std::uint64_t whole_time_ns(const model::DeviceFigures& device) {
    std::uint64_t sum_ns = 0;
    for (const auto& figures : device.by_op) sum_ns += figures.q2c_ns.sum();
    return sum_ns;
}

std::optional<std::uint64_t> own_time_ns(const model::Snapshot& snapshot,
                                         const model::DeviceFigures& device) {
    std::optional<std::uint64_t> sum_ns;
    for (const auto* top : divided_tops(snapshot)) {
        if (top == &device) return device.layer_time->own_ns.sum();
        const auto* share = share_of(*top, device.name);
        if (share) sum_ns = sum_ns.value_or(0) + share->ns;
    }
    if (!sum_ns && device.leaf) return whole_time_ns(device);
    return sum_ns;
}

std::vector<const model::DeviceFigures*> folded_media(const model::Snapshot& snapshot,
                                                      const model::DeviceFigures& device,
                                                      bool verbose) {
    std::vector<const model::DeviceFigures*> media;
    for (const auto* other : shown_devices(snapshot)) {
        if (!other->partition && other->dev == device.dev) media.push_back(other);
    }
    if (verbose || device.partition || media.size() <= most_media) media.clear();
    return media;
}

std::string folded_name(const std::vector<const model::DeviceFigures*>& media) {
    const auto& name = media.front()->name;
    return fmt::format("{}, {} media", printable(name.substr(0, name.rfind(" ("))), media.size());
}

}  // namespace wbtrace::views
