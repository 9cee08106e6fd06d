// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "views/doctor_devices.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/printable.h"
#include "views/text_table.h"
#include "views/units_text.h"

namespace wbtrace::views {

namespace {

using model::DeviceIdentity;

std::string number_text(const std::optional<std::uint64_t>& number) {
    return number ? std::to_string(*number) : "-";
}

std::string word_text(const std::string& word) { return word.empty() ? "-" : printable(word); }

std::string scheduler_text(const DeviceIdentity& device) {
    return device.bio_based ? "(bio-based)" : word_text(device.queue.scheduler);
}

/// "back" or "through": all values begin with the same word.
std::string cache_text(const std::string& write_cache) {
    constexpr std::string_view word = "write ";
    return word_text(write_cache.starts_with(word) ? write_cache.substr(word.size()) : write_cache);
}

/// nomerges turned round: 1 leaves only the cheapest attempt at merging.
std::string merging_text(const std::optional<std::uint64_t>& nomerges) {
    if (!nomerges) return "-";
    return *nomerges == 0 ? "on" : *nomerges == 1 ? "simple" : "off";
}

std::vector<std::string> cells(const DeviceIdentity& device, bool with_parents) {
    const auto& queue = device.queue;
    std::vector<std::string> row = {printable(device.name)};
    if (with_parents) {
        const auto parents = printable(fmt::format("{}", fmt::join(device.parents, ",")));
        row.push_back(word_text(parents));
    }
    row.insert(row.end(), {scheduler_text(device), cache_text(queue.write_cache),
                           merging_text(queue.nomerges), number_text(queue.nr_requests),
                           number_text(queue.max_sectors_kb), number_text(queue.read_ahead_kb),
                           number_text(queue.rotational), number_text(queue.wbt_lat_usec)});
    return row;
}

}  // namespace

void write_doctor_devices(TextPage& page, const model::DoctorReport& report) {
    const auto& devices = report.devices;
    const bool with_parents = std::any_of(
        devices.begin(), devices.end(), [](const auto& device) { return !device.parents.empty(); });
    page.title(devices.empty() ? "block devices: none" : "block devices");
    std::vector<std::string> heads = {"device"};
    if (with_parents) heads.emplace_back("on");
    heads.insert(heads.end(), {"scheduler", "cache", "merges", "nr", "max", "ra", "rot", "wbt"});
    TextTable table(heads, with_parents ? 5 : 4);
    for (const auto& device : devices) table.row(cells(device, with_parents));
    table.write(page);
    if (!devices.empty()) {
        page.blank();
        page.line("  in queue/ of sysfs: cache is write_cache, merges nomerges, nr nr_requests,");
        page.line("  max max_sectors_kb, ra read_ahead_kb, rot rotational, wbt wbt_lat_usec");
    }
    if (report.empty_devices) {
        page.line(fmt::format("  not listed: {} without a medium",
                              counted(report.empty_devices, "device", "devices")));
    }
}

}  // namespace wbtrace::views
