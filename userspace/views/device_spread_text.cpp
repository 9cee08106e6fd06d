// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <algorithm>

#include "base/printable.h"
#include "views/device_blocks.h"
#include "views/device_figures.h"
#include "views/histogram_text.h"
#include "views/text_sections.h"

namespace wbtrace::views {

namespace {

using Devices = std::vector<const model::DeviceFigures*>;

std::string stage_of(const Devices& devices) {
    const auto bio_based = [](const auto* device) { return device->bio_based; };
    if (std::all_of(devices.begin(), devices.end(), bio_based)) return "Q2C, queued to done";
    if (std::none_of(devices.begin(), devices.end(), bio_based)) return "D2C, issued to done";
    return "D2C, or Q2C of bio-based devices";
}

std::string measured(const Devices& devices) {
    const bool bios = std::all_of(devices.begin(), devices.end(),
                                  [](const auto* device) { return device->bio_based; });
    return bios ? "bio" : "request";
}

}  // namespace

void write_spread(TextPage& page, const Devices& devices, const TextOptions& options) {
    for (std::size_t op = 0; op < model::op_count; ++op) {
        const std::string name = model::op_names[op];
        model::Histogram sizes;
        model::Histogram times;
        for (const auto* device : devices) {
            sizes.merge(device->by_op[op].request_size_bytes);
            times.merge(device_time_ns(*device, op));
        }
        if (!sizes.empty()) {
            page.blank();
            page.line("  " + name + ": " + measured(devices) + " size");
            write_histogram(page, sizes, "bytes");
        }
        if (!times.empty()) {
            page.blank();
            page.line("  " + name + ": latency (" + stage_of(devices) + ")");
            write_time_histogram(page, times, options.milliseconds);
        }
    }
}

void write_leaf_spread(TextPage& page, const model::Snapshot& snapshot,
                       const TextOptions& options) {
    const auto shown = shown_devices(snapshot);
    if (options.per_device_histograms || shown.size() < 2) return;
    Devices leaves;
    std::vector<std::string> names;
    for (const auto* device : shown) {
        if (!device->leaf) continue;
        leaves.push_back(device);
        names.push_back(printable(device->name));
    }
    if (leaves.empty()) return;
    page.title("Spread over the devices at the bottom (-D: each alone)");
    page.items("of", names);
    write_spread(page, leaves, options);
}

}  // namespace wbtrace::views
