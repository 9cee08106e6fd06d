// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "base/printable.h"
#include "views/device_figures.h"
#include "views/layer_times.h"
#include "views/text_sections.h"
#include "views/text_table.h"
#include "views/units_text.h"

namespace wbtrace::views {

namespace {

using Devices = std::vector<const model::DeviceFigures*>;

std::string sum_text(const Devices& devices, model::Op op) {
    std::uint64_t bytes = 0;
    for (const auto* device : devices)
        bytes += device->by_op[static_cast<std::size_t>(op)].totals.bytes;
    return bytes_text(bytes);
}

std::string kind_of(const model::DeviceFigures& device) {
    return device.bio_based ? "bio-based" : device.partition ? "partition" : "";
}

/// The rows of the table; a column for times only where a stack was divided.
class Rows {
public:
    Rows(const model::Snapshot& snapshot, bool times)
        : snapshot_(snapshot), times_(times), table_(heads(times), 2) {}

    void add(std::string name, std::string kind, const Devices& devices, bool own_time) {
        std::uint64_t requests = 0;
        for (const auto* device : devices) requests += all_ops(*device).requests;
        std::vector<std::string> cells = {std::move(name),
                                          std::move(kind),
                                          count_text(requests),
                                          sum_text(devices, model::Op::read),
                                          sum_text(devices, model::Op::write),
                                          sum_text(devices, model::Op::discard)};
        if (times_) cells.push_back(own_time ? own_time_text(devices) : "");
        table_.row(cells);
    }
    void repeat(std::string name) {
        std::vector<std::string> cells = {std::move(name), "see above", "", "", "", ""};
        if (times_) cells.emplace_back();
        table_.row(cells);
    }
    void write(TextPage& page) { table_.write(page); }

private:
    static std::vector<std::string> heads(bool times) {
        std::vector<std::string> heads = {"device", "", "requests", "read", "written", "discarded"};
        if (times) heads.emplace_back("own time");
        return heads;
    }
    [[nodiscard]] std::string own_time_text(const Devices& devices) const {
        std::uint64_t sum_ns = 0;
        for (const auto* device : devices) {
            const auto own_ns = own_time_ns(snapshot_, *device);
            if (!own_ns) return "not linked";
            sum_ns += *own_ns;
        }
        return duration_text(sum_ns);
    }

    const model::Snapshot& snapshot_;
    bool times_;
    TextTable table_;
};

// Walks down from the devices that lie beneath no other.
class Tree {
public:
    Tree(const model::Snapshot& snapshot, bool verbose, const Devices& devices, Rows& rows)
        : snapshot_(snapshot), verbose_(verbose), devices_(devices), rows_(rows) {}

    void write() {
        for (const auto* device : devices_) {
            if (!is_beneath(device->name)) write_device(*device, "", "");
        }
        // What is left lies in a circle of parents; it still has to be shown.
        for (const auto* device : devices_) {
            if (!written_.contains(device->name)) write_device(*device, "", "");
        }
    }

private:
    [[nodiscard]] bool is_beneath(const std::string& name) const {
        return std::any_of(devices_.begin(), devices_.end(), [&name](const auto* upper) {
            return std::find(upper->parents.begin(), upper->parents.end(), name) !=
                   upper->parents.end();
        });
    }

    [[nodiscard]] Devices beneath(const model::DeviceFigures& upper) const {
        Devices lower;
        for (const auto* device : devices_) {
            const auto& names = upper.parents;
            const bool named = std::find(names.begin(), names.end(), device->name) != names.end();
            if (named && device != &upper) lower.push_back(device);
        }
        return lower;
    }

    /// Many media under one number are one row.
    bool write_folded(const model::DeviceFigures& device, const std::string& branch) {
        const auto media = folded_media(snapshot_, device, verbose_);
        if (media.empty() || written_.contains(device.name)) return !media.empty();
        for (const auto* medium : media) written_.insert(medium->name);
        rows_.add(branch + folded_name(media), kind_of(device), media, true);
        return true;
    }

    void write_device(const model::DeviceFigures& device, const std::string& branch,
                      const std::string& indent) {
        if (write_folded(device, branch)) return;
        const auto shown = branch + printable(device.name);
        if (!written_.insert(device.name).second) return rows_.repeat(shown);
        rows_.add(shown, kind_of(device), {&device}, true);
        const auto lower = beneath(device);
        for (std::size_t i = 0; i < lower.size(); ++i) {
            const bool last = i + 1 == lower.size();
            write_device(*lower[i], indent + (last ? "└─ " : "├─ "),
                         indent + (last ? "   " : "│  "));
        }
    }

    const model::Snapshot& snapshot_;
    bool verbose_;
    const Devices& devices_;
    Rows& rows_;
    std::set<std::string> written_;
};

/// The bottom one is the grand total: what lies above comes through it.
void write_layer_sums(const Devices& devices, Rows& rows) {
    unsigned highest = 0;
    for (const auto* device : devices) highest = std::max(highest, device->layer);
    for (unsigned layer = highest + 1; highest > 0 && layer-- > 0;) {
        Devices same;
        for (const auto* device : devices)
            if (device->layer == layer) same.push_back(device);
        if (same.empty()) continue;
        rows.add(layer == 0 ? "all leaves" : fmt::format("all of layer {}", layer), "", same,
                 false);
    }
}

void write_divisions(TextPage& page, const model::Snapshot& snapshot) {
    for (const auto* top : divided_tops(snapshot)) {
        const auto& time = *top->layer_time;
        page.line(fmt::format("  own times add up to the {} of {}'s bios",
                              duration_text(whole_time_ns(*top) - time.undivided_ns),
                              printable(top->name)));
        if (time.undivided == 0) continue;
        page.line(fmt::format("  {} more in {} bios that were not seen beneath",
                              duration_text(time.undivided_ns), count_text(time.undivided)));
    }
}

}  // namespace

void write_device_tree(TextPage& page, const model::Snapshot& snapshot, const TextOptions& how) {
    const auto devices = shown_devices(snapshot);
    if (devices.empty() && !snapshot.devices.empty()) {
        page.title("Devices");
        page.line(fmt::format("  no I/O reached any of the {} devices", snapshot.devices.size()));
        return;
    }
    if (devices.size() < 2) return;
    const bool stacked = std::any_of(devices.begin(), devices.end(),
                                     [](const auto* device) { return !device->leaf; });
    page.title(stacked ? "Devices, each above what it lies on (layers are never added together)"
                       : "Devices");
    Rows rows(snapshot, stacked);
    Tree(snapshot, how.verbose, devices, rows).write();
    write_layer_sums(devices, rows);
    rows.write(page);
    write_divisions(page, snapshot);
}

}  // namespace wbtrace::views
