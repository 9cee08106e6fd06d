// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "views/device_figures.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/printable.h"

namespace wbtrace::views {

bool has_io(const model::DeviceFigures& device) {
    return all_ops(device).requests > 0 || all_ops(device).bytes > 0 || device.bios.queued > 0 ||
           device.bios.empty_flushes > 0;
}

std::vector<const model::DeviceFigures*> shown_devices(const model::Snapshot& snapshot) {
    std::vector<const model::DeviceFigures*> shown;
    for (const auto& device : snapshot.devices) {
        if (has_io(device) || snapshot.devices.size() == 1) shown.push_back(&device);
    }
    return shown;
}

model::IoTotals all_ops(const std::array<model::IoTotals, model::op_count>& by_op) {
    model::IoTotals sum;
    for (const auto& totals : by_op) sum += totals;
    return sum;
}

model::IoTotals all_ops(const model::DeviceFigures& device) {
    model::IoTotals sum;
    for (const auto& figures : device.by_op) sum += figures.totals;
    return sum;
}

std::uint64_t traced_ns(const model::Snapshot& snapshot) {
    // Of a part the command's times say too much.
    if (snapshot.run && snapshot.capture.part.empty())
        return snapshot.run->wall_ns + snapshot.run->settle_ns;
    return snapshot.capture.duration_ns;
}

const model::Histogram& device_time_ns(const model::DeviceFigures& device, std::size_t op) {
    const auto& figures = device.by_op[op];
    return device.bio_based ? figures.q2c_ns : figures.d2c_ns;
}

std::optional<double> utilization(const model::DeviceFigures& device, std::uint64_t duration_ns) {
    if (!device.busy_ns || duration_ns == 0) return std::nullopt;
    return std::min(static_cast<double>(*device.busy_ns) / static_cast<double>(duration_ns), 1.0);
}

std::string device_title(const model::DeviceFigures& device) {
    return fmt::format("{} ({})", printable(device.name), printable(device.dev));
}

std::string unit_of(const model::DeviceFigures& device) {
    return device.bio_based ? "bios" : "requests";
}

}  // namespace wbtrace::views
