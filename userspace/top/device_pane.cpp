// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/printable.h"
#include "top/panes.h"
#include "top/row_values.h"
#include "views/device_figures.h"

namespace wbtrace::top {

namespace {

using model::DeviceFigures;
using model::Op;

const std::vector<Column>& device_columns() {
    static const std::vector<Column> columns = {
        {"r/s", "reads a second", Unit::count, 0, 5, true},
        {"w/s", "writes a second", Unit::count, 0, 5, true},
        {"rB/s", "bytes read a second", Unit::bytes, 1, 5, true},
        {"wB/s", "bytes written a second", Unit::bytes, 0, 5, true},
        {"req B", "bytes of a request, average", Unit::bytes, 3},
        {"mrg%", "bios that were merged into a request", Unit::percent, 6, 4},
        {"qd", "requests at the device when one was issued, average", Unit::count, 4, 4},
        {"Q2D p99", "queued to issued, 99 of 100 are faster", Unit::time, 5},
        {"D2C p50", "issued to completed, median", Unit::time, 2},
        {"D2C p99", "issued to completed, 99 of 100 are faster", Unit::time, 0},
        {"util%", "time with a request at the device", Unit::percent, 0},
        {"bw/s", "write bandwidth by the kernel's estimate, bytes a second", Unit::bytes, 7, 5},
        {"bdi%", "dirty pages of its limit, when a task last waited", Unit::percent, 8},
        {"Q2D p50", "queued to issued, median", Unit::time, 9},
        {"fl/s", "flushes a second", Unit::count, 10, 5, true},
        {"disc/s", "discards a second", Unit::count, 11, 0, true},
        {"err/s", "errors a second", Unit::count, 12, 0, true},
    };
    return columns;
}

constexpr std::array data_ops = {Op::read, Op::write};

const model::OpFigures& figures_of(const DeviceFigures& device, Op op) {
    return device.by_op[static_cast<std::size_t>(op)];
}

/// Reads and writes together.
template <typename Pick>
model::Histogram joined(Pick pick) {
    model::Histogram all;
    for (const Op op : data_ops) all.merge(pick(op));
    return all;
}

model::Histogram device_times(const DeviceFigures& device) {
    return joined([&device](Op op) -> const model::Histogram& {
        return views::device_time_ns(device, static_cast<std::size_t>(op));
    });
}

Value request_bytes(const DeviceFigures& device) {
    std::uint64_t requests = 0;
    std::uint64_t bytes = 0;
    for (const Op op : data_ops) {
        requests += figures_of(device, op).totals.requests;
        bytes += figures_of(device, op).totals.bytes;
    }
    return ratio(bytes, requests);
}

Value merged(const DeviceFigures& device, const Moment& moment) {
    if (views::why_unavailable(moment.interval, "devices[].merge_ratio")) return unknown();
    const auto merged = device.merge_ratio();
    return merged ? number(*merged) : Value{};
}

Value depth(const DeviceFigures& device, const Moment& moment) {
    if (views::why_unavailable(moment.interval, "devices[].queue_depth")) return unknown();
    const auto& depth = device.queue_depth_requests;
    return depth.empty() ? Value{} : number(depth.mean());
}

Value bandwidth(const DeviceFigures& device, const Moment& moment) {
    if (!moment.whole.throttle) return {};
    for (const auto& limit : moment.whole.throttle->ratelimits)
        if (limit.name == device.name) return number(limit.avg_write_bandwidth);
    return {};
}

Value dirty_share(const DeviceFigures& device, const Moment& moment) {
    if (!moment.interval.throttle) return {};
    for (const auto& waited : moment.interval.throttle->by_device)
        if (waited.name == device.name) return ratio(waited.dirty_pages, waited.thresh_pages);
    return {};
}

Value busy(const DeviceFigures& device, const Moment& moment) {
    if (views::why_unavailable(moment.interval, "devices[].busy_ns")) return unknown();
    const auto used = views::utilization(device, moment.duration_ns());
    return used ? number(*used) : unknown();
}

std::vector<Value> device_values(const DeviceFigures& device, const Moment& moment) {
    const auto q2d = joined(
        [&device](Op op) -> const model::Histogram& { return figures_of(device, op).q2d_ns; });
    const auto d2c = device_times(device);
    const auto requests = [&](Op op) {
        return rate(figures_of(device, op).totals.requests, moment);
    };
    const auto bytes = [&](Op op) { return rate(figures_of(device, op).totals.bytes, moment); };
    return {requests(Op::read),
            requests(Op::write),
            bytes(Op::read),
            bytes(Op::write),
            request_bytes(device),
            merged(device, moment),
            depth(device, moment),
            quantile(q2d, 0.99),
            quantile(d2c, 0.5),
            quantile(d2c, 0.99),
            busy(device, moment),
            bandwidth(device, moment),
            dirty_share(device, moment),
            quantile(q2d, 0.5),
            requests(Op::flush),
            requests(Op::discard),
            rate(views::all_ops(device).errors, moment)};
}

/// Those that saw I/O since the start.
std::vector<const DeviceFigures*> used_devices(const Moment& moment) {
    std::vector<const DeviceFigures*> used;
    for (const auto& device : moment.interval.devices) {
        const auto known =
            std::find_if(moment.whole.devices.begin(), moment.whole.devices.end(),
                         [&device](const auto& one) { return one.slot == device.slot; });
        if (known != moment.whole.devices.end() && views::has_io(*known)) used.push_back(&device);
    }
    return used;
}

/// The first of those that lie on this device.
std::string above(const DeviceFigures& device, const std::vector<const DeviceFigures*>& used) {
    for (const auto* other : used) {
        const auto& beneath = other->parents;
        if (std::find(beneath.begin(), beneath.end(), device.name) != beneath.end())
            return device_key(*other);
    }
    return {};
}

const DeviceFigures* device_of(const model::Snapshot& snapshot, const std::string& key) {
    for (const auto& device : snapshot.devices)
        if (device_key(device) == key) return &device;
    return nullptr;
}

}  // namespace

std::string device_key(const DeviceFigures& device) {
    return fmt::format("{}/{}", device.slot, printable(device.dev));
}

Table device_table(const Moment& moment) {
    Table table;
    table.name_head = "device";
    table.columns = device_columns();
    table.empty = "No device has seen I/O yet.";
    const auto used = used_devices(moment);
    for (const auto* device : used) {
        Row row;
        row.key = device_key(*device);
        row.name = printable(device->name);
        row.values = device_values(*device, moment);
        row.beneath = above(*device, used);
        row.sums = device->leaf;
        table.rows.push_back(std::move(row));
    }
    return table;
}

std::vector<Spread> device_spreads(const Moment& moment, const std::string& key) {
    std::vector<Spread> spreads;
    const auto* device = device_of(moment.interval, key);
    if (device == nullptr) return spreads;
    const char* what = device->bio_based ? "Q2C" : "D2C";
    for (const Op op : data_ops)
        spreads.push_back(
            {fmt::format("{} of {}s", what, model::op_names[static_cast<std::size_t>(op)]),
             views::device_time_ns(*device, static_cast<std::size_t>(op))});
    return spreads;
}

}  // namespace wbtrace::top
