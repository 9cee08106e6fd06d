// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <fmt/format.h>

#include "views/availability.h"
#include "views/device_blocks.h"
#include "views/units_text.h"

namespace wbtrace::views {

namespace {

/// An item each, since a page breaks lines between items, and cuts within one.
std::vector<std::string> depth_items(const model::Histogram& depth) {
    return {fmt::format("avg {:.1f}", depth.mean()), fmt::format("p50 {}", depth.quantile(0.5)),
            fmt::format("p90 {}", depth.quantile(0.9)), fmt::format("p99 {}", depth.quantile(0.99)),
            fmt::format("max {} requests", depth.max())};
}

// A count, or "?" when it could not be had (the reason stands at the end).
class Known {
public:
    explicit Known(const model::Snapshot& snapshot) : snapshot_(snapshot) {}

    [[nodiscard]] bool operator()(std::string_view path) const {
        return why_unavailable(snapshot_, path) == nullptr;
    }
    [[nodiscard]] std::string count(std::string_view path, std::uint64_t count) const {
        return (*this)(path) ? count_text(count) : "?";
    }

private:
    const model::Snapshot& snapshot_;
};

void write_merges(TextPage& page, const model::DeviceFigures& device, const Known& known) {
    const auto& bios = device.bios;
    const bool merged = bios.back_merged || bios.front_merged || device.request_merges;
    if (device.bio_based && !merged) return;
    // Nothing to say then, and the reason stands below.
    if (!known("devices[].bios") && !known("devices[].request_merges")) return;
    std::vector<std::string> items = {
        known.count("devices[].bios.back_merged", bios.back_merged) + " back",
        known.count("devices[].bios.front_merged", bios.front_merged) + " front",
        known.count("devices[].request_merges", device.request_merges) + " request"};
    const auto ratio = device.merge_ratio();
    if (ratio && known("devices[].merge_ratio")) {
        items.push_back(fmt::format("ratio {:.3f} of queued bios", *ratio));
    }
    page.items("merges", items);
}

void write_bios(TextPage& page, const model::BioFigures& bios, const Known& known) {
    if (!known("devices[].bios")) return;
    std::vector<std::string> items;
    if (known("devices[].bios.queued")) {
        const bool sized = known("devices[].bios.queued_bytes");
        items.push_back(count_text(bios.queued) + " queued" +
                        (sized ? " (" + bytes_text(bios.queued_bytes) + ")" : ""));
    }
    if (!known("devices[].bios.split")) {
        items.emplace_back("? split");
    } else if (bios.split) {
        items.push_back(count_text(bios.split) + " split");
    }
    if (bios.empty_flushes) {
        items.push_back(counted(bios.empty_flushes, "empty flush", "empty flushes"));
    }
    if (!items.empty()) page.items("bios", items);
}

void write_plugs(TextPage& page, const model::PlugFigures& plug) {
    if (plug.unplugs == 0) return;
    std::vector<std::string> items;
    if (!plug.depth_requests.empty()) items = depth_items(plug.depth_requests);
    items.push_back(counted(plug.unplugs, "unplug", "unplugs"));
    page.items("plug depth", items);
}

}  // namespace

void write_queueing(TextPage& page, const model::DeviceFigures& device,
                    const model::Snapshot& snapshot) {
    const Known known(snapshot);
    page.blank();
    write_merges(page, device, known);
    write_bios(page, device.bios, known);
    if (known("devices[].plug")) write_plugs(page, device.plug);
    if (!device.queue_depth_requests.empty() && known("devices[].queue_depth")) {
        auto items = depth_items(device.queue_depth_requests);
        items.back() += " at issue";
        if (device.queue_depth_overtaken)
            items.push_back(count_text(device.queue_depth_overtaken) + " too slow to be in all");
        page.items("in flight", items);
    }
}

}  // namespace wbtrace::views
