// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "base/printable.h"
#include "views/device_figures.h"
#include "views/text_sections.h"
#include "views/text_table.h"
#include "views/units_text.h"

namespace wbtrace::views {

namespace {

using Devices = std::vector<const model::DeviceFigures*>;

// Walks down from the devices that lie beneath no other.
class Tree {
public:
    Tree(const Devices& devices, TextTable& table) : devices_(devices), table_(table) {}

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

    void write_device(const model::DeviceFigures& device, const std::string& branch,
                      const std::string& indent) {
        const auto shown = branch + printable(device.name);
        if (!written_.insert(device.name).second) {
            table_.row({shown, "see above", "", "", "", ""});
            return;
        }
        const auto totals = all_ops(device);
        const auto bytes_of = [&device](model::Op op) {
            return bytes_text(device.by_op[static_cast<std::size_t>(op)].totals.bytes);
        };
        table_.row({shown,
                    device.bio_based   ? "bio-based"
                    : device.partition ? "partition"
                                       : "",
                    count_text(totals.requests), bytes_of(model::Op::read),
                    bytes_of(model::Op::write), bytes_of(model::Op::discard)});
        const auto lower = beneath(device);
        for (std::size_t i = 0; i < lower.size(); ++i) {
            const bool last = i + 1 == lower.size();
            write_device(*lower[i], indent + (last ? "└─ " : "├─ "),
                         indent + (last ? "   " : "│  "));
        }
    }

    const Devices& devices_;
    TextTable& table_;
    std::set<std::string> written_;
};

}  // namespace

void write_device_tree(TextPage& page, const model::Snapshot& snapshot, const TextOptions&) {
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
    TextTable table({"device", "", "requests", "read", "written", "discarded"}, 2);
    Tree(devices, table).write();
    table.write(page);
}

}  // namespace wbtrace::views
