// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "analysis/request_kinds.h"

#include <algorithm>
#include <array>
#include <map>
#include <string>

#include "analysis/charge.h"
#include "analysis/device_rows.h"
#include "analysis/record_fields.h"
#include "analysis/request_kind.h"

namespace wbtrace::analysis {

namespace {

using model::RequestKind;

struct DeviceKinds {
    std::uint32_t dev = 0;
    model::IoCount records;
    std::uint64_t scope_comes_again = 0;
    std::array<model::KindFigures, model::kind_count> by_kind{};
    std::map<std::string, model::KindFigures, std::less<>> journals, metadata;  // by file system
};

void add(const wb_request_done& record, model::IoCount& to) {
    ++to.requests;
    to.bytes += record.done_bytes;
}

void add(const wb_request_done& record, model::KindFigures& to) {
    add(record, static_cast<model::IoCount&>(to));
    if (record.op == WB_OP_WRITE) to.written_bytes += record.done_bytes;
}

class RequestKinds final : public Aggregator {
public:
    explicit RequestKinds(const Context& context) : context_(context) {}

    using Aggregator::on;
    void on(const wb_request_done& record) override;
    void fill(model::Snapshot& snapshot) const override;

private:
    model::KindFigures& count_of(const wb_request_done& record, RequestKind kind,
                                 DeviceKinds& device);

    const Context& context_;
    std::array<std::unique_ptr<DeviceKinds>, WB_MAX_DEVICES> devices_;
};

void RequestKinds::on(const wb_request_done& record) {
    const auto slot = slot_of(record);
    if (!slot) return;
    auto& device = devices_[*slot];
    if (!device) device = std::make_unique<DeviceKinds>();
    device->dev = record.dev;
    add(record, device->records);
    add(record, count_of(record, kind_of(record, context_), *device));
    if (record.op == WB_OP_WRITE && owner_of(record) == WB_OWNER_SCOPE &&
        comes_again(record, context_))
        device->scope_comes_again += record.done_bytes;
}

model::KindFigures& RequestKinds::count_of(const wb_request_done& record, RequestKind kind,
                                           DeviceKinds& device) {
    if (kind != RequestKind::journal && kind != RequestKind::metadata)
        return device.by_kind[static_cast<std::size_t>(kind)];
    const Filesystem* filesystem = filesystem_of(record, context_);
    auto& named = kind == RequestKind::journal ? device.journals : device.metadata;
    return named[filesystem ? filesystem->type : std::string()];
}

std::vector<model::KindFigures> rows_of(const DeviceKinds& device) {
    std::vector<model::KindFigures> rows;
    const auto add_row = [&rows](RequestKind kind, const std::string& filesystem,
                                 const model::KindFigures& count) {
        if (count.requests == 0) return;
        rows.push_back(count);
        rows.back().kind = kind;
        rows.back().filesystem = filesystem;
    };
    for (std::size_t kind = 0; kind < model::kind_count; ++kind)
        add_row(static_cast<RequestKind>(kind), "", device.by_kind[kind]);
    for (const auto& [type, count] : device.journals) add_row(RequestKind::journal, type, count);
    for (const auto& [type, count] : device.metadata) add_row(RequestKind::metadata, type, count);
    // Stable: rows of equal size stay in the order of the kinds.
    std::stable_sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) {
        return a.bytes != b.bytes ? a.bytes > b.bytes : a.requests > b.requests;
    });
    return rows;
}

/// What the kernel counted beyond the records.
model::IoCount rest(const model::DeviceFigures& device, const model::IoCount& records) {
    model::IoTotals exact;
    for (const auto& figures : device.by_op) exact += figures.totals;
    const auto beyond = [](std::uint64_t all, std::uint64_t part) {
        return all > part ? all - part : 0;
    };
    return {beyond(exact.requests, records.requests), beyond(exact.bytes, records.bytes)};
}

void RequestKinds::fill(model::Snapshot& snapshot) const {
    for (auto& device : snapshot.devices) device.unattributed = rest(device, {});
    for (std::uint32_t slot = 0; slot < devices_.size(); ++slot) {
        if (!devices_[slot]) continue;
        const DeviceKinds& from = *devices_[slot];
        model::DeviceFigures& to = device_row(slot, from.dev, context_, snapshot);
        to.by_kind = rows_of(from);
        to.unattributed = rest(to, from.records);
        to.scope_comes_again = from.scope_comes_again;
    }
}

}  // namespace

std::unique_ptr<Aggregator> make_request_kinds(const Context& context) {
    return std::make_unique<RequestKinds>(context);
}

}  // namespace wbtrace::analysis
