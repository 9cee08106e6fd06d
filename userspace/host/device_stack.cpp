// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// Which devices are traced when some were asked for: they and all beneath them.
#include <algorithm>
#include <set>

#include <fmt/core.h>

#include "base/printable.h"
#include "host/block_devices.h"

namespace wbtrace::host {

namespace {

using Row = const BlockDevice*;

class Stack {
public:
    explicit Stack(const std::vector<BlockDevice>& devices) : devices_(devices) {}

    Result<std::vector<TracedDevice>> expand(const std::vector<BlockDevice>& chosen);

private:
    Result<Row> whole_disk(const BlockDevice& device) const;
    Result<void> choose(const std::vector<BlockDevice>& chosen);
    Result<void> visit(Row row);
    Result<std::vector<Row>> beneath(const BlockDevice& device) const;
    Result<Row> row_for(const BlockDevice& upper, const BlockDevice& lower) const;
    Row chosen_partition_of(const std::string& disk) const;
    Result<TracedDevice> traced(const BlockDevice& device) const;

    const std::vector<BlockDevice>& devices_;
    std::vector<Row> chosen_;
    std::set<Row> seen_;     // also ends circles
    std::vector<Row> rows_;  // the lower ones first
};

Result<Row> Stack::whole_disk(const BlockDevice& device) const {
    if (const auto* disk = find_device(devices_, device.disk)) return disk;
    return fail(fmt::format("the disk of partition {} cannot be found", printable(device.name)));
}

/// What was asked for, as rows of the list; a device named twice is meant once.
Result<void> Stack::choose(const std::vector<BlockDevice>& chosen) {
    for (const auto& device : chosen) {
        const auto* row = find_device(devices_, device.kernel_name);
        if (!row) return fail(fmt::format("device {} went away", printable(device.name)));
        if (std::find(chosen_.begin(), chosen_.end(), row) == chosen_.end()) chosen_.push_back(row);
    }
    for (const auto* row : chosen_) {
        const auto* partition = row->partition ? nullptr : chosen_partition_of(row->kernel_name);
        if (!partition) continue;
        return fail(fmt::format("{} is part of {}, which is traced already",
                                printable(partition->name), printable(row->name)),
                    "give one of them");
    }
    return {};
}

Row Stack::chosen_partition_of(const std::string& disk) const {
    const auto found = std::find_if(chosen_.begin(), chosen_.end(),
                                    [&](Row row) { return row->partition && row->disk == disk; });
    return found == chosen_.end() ? nullptr : *found;
}

Result<Row> Stack::row_for(const BlockDevice& upper, const BlockDevice& lower) const {
    const auto* partition = chosen_partition_of(lower.disk);
    if (!partition) return whole_disk(lower);
    if (lower.partition) return &lower;
    return fail(
        fmt::format("{} is part of {}, which is traced already because it lies beneath {}",
                    printable(partition->name), printable(lower.name), printable(upper.name)),
        fmt::format("leave out {}", printable(partition->name)));
}

Result<std::vector<Row>> Stack::beneath(const BlockDevice& device) const {
    std::vector<Row> rows;
    if (device.partition) return rows;  // its requests are the disk's own
    for (const auto& parent : device.parents) {
        const auto* lower = find_device(devices_, parent);
        if (!lower) continue;
        const auto row = row_for(device, *lower);
        if (!row) return tl::unexpected(row.error());
        if (std::find(rows.begin(), rows.end(), *row) == rows.end()) rows.push_back(*row);
    }
    return rows;
}

/// Depth first; a row is put down after all beneath it.
Result<void> Stack::visit(Row row) {
    if (!seen_.insert(row).second) return {};
    const auto lower = beneath(*row);
    if (!lower) return tl::unexpected(lower.error());
    for (auto next = lower->rbegin(); next != lower->rend(); ++next) {
        if (auto visited = visit(*next); !visited) return visited;
    }
    rows_.push_back(row);
    return {};
}

Result<TracedDevice> Stack::traced(const BlockDevice& device) const {
    const auto disk = whole_disk(device);
    if (!disk) return tl::unexpected(disk.error());
    TracedDevice row;
    row.disk_dev = (*disk)->dev;
    row.bio_based = device.bio_based;
    row.partition = device.partition;
    if (device.partition) {
        row.first_sector = device.first_sector;
        row.end_sector = device.first_sector + device.sectors;
    }
    row.identity.name = device.name;
    row.identity.dev = to_text(device.dev);
    row.identity.bio_based = device.bio_based;
    row.identity.partition = device.partition;
    // An empty drive is traced with the first medium that comes into it.
    if ((*disk)->sectors > 0) row.identity.diskseq = (*disk)->diskseq;
    row.identity.queue = device.queue;
    if (device.partition) row.identity.parents = {(*disk)->name};
    const auto lower = beneath(device);
    if (!lower) return tl::unexpected(lower.error());
    for (const auto* next : *lower) row.identity.parents.push_back(next->name);
    row.identity.leaf = lower->empty();
    return row;
}

Result<std::vector<TracedDevice>> Stack::expand(const std::vector<BlockDevice>& chosen) {
    if (auto done = choose(chosen); !done) return tl::unexpected(done.error());
    for (auto next = chosen_.rbegin(); next != chosen_.rend(); ++next) {
        if (auto done = visit(*next); !done) return tl::unexpected(done.error());
    }
    std::vector<TracedDevice> devices;
    for (auto row = rows_.rbegin(); row != rows_.rend(); ++row) {
        auto device = traced(**row);
        if (!device) return tl::unexpected(device.error());
        devices.push_back(std::move(*device));
    }
    return devices;
}

}  // namespace

Result<std::vector<TracedDevice>> BlockDevices::expand(
    const std::vector<BlockDevice>& chosen) const {
    return Stack(devices_).expand(chosen);
}

}  // namespace wbtrace::host
