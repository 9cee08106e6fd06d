// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "analysis/request_figures.h"

#include <array>

#include "analysis/device_rows.h"
#include "analysis/elapsed.h"
#include "analysis/record_fields.h"

namespace wbtrace::analysis {

namespace {

struct OpHistograms {
    model::Histogram request_size_bytes, q2d_ns, d2c_ns, q2c_ns;
};

struct DeviceRequests {
    std::uint32_t dev = 0;
    std::array<OpHistograms, model::op_count> by_op;
};

class RequestFigures final : public Aggregator {
public:
    explicit RequestFigures(const Context& context) : context_(context) {}

    using Aggregator::on;
    void on(const wb_request_done& record) override;
    void fill(model::Snapshot& snapshot) const override;

private:
    DeviceRequests& device_at(std::uint32_t slot, std::uint32_t dev);
    void record_times(const wb_request_done& record, OpHistograms& to);

    const Context& context_;
    std::array<std::unique_ptr<DeviceRequests>, WB_MAX_DEVICES> devices_;
    Elapsed elapsed_;
};

void RequestFigures::on(const wb_request_done& record) {
    const auto slot = slot_of(record);
    if (!slot) return;
    DeviceRequests& device = device_at(*slot, record.dev);
    const model::Op op = op_of(record);
    OpHistograms& histograms = device.by_op[index_of(op)];

    // A request without data (a flush, most commands of a driver) has no size;
    // counted as 0 it would spoil the distribution.
    if (op != model::Op::flush && record.bytes > 0)
        histograms.request_size_bytes.record(record.bytes);
    record_times(record, histograms);
}

// A bio-based device has no issue: only the whole time can be told.
void RequestFigures::record_times(const wb_request_done& record, OpHistograms& to) {
    const std::uint64_t completed_ns = record.header.time_ns;
    elapsed_.record(record.queued_ns, completed_ns, to.q2c_ns);
    if (has_flag(record, WB_REQUEST_BIO_BASED)) return;
    elapsed_.record(record.queued_ns, record.issued_ns, to.q2d_ns);
    elapsed_.record(record.issued_ns, completed_ns, to.d2c_ns);
}

DeviceRequests& RequestFigures::device_at(std::uint32_t slot, std::uint32_t dev) {
    auto& device = devices_[slot];
    if (!device) {
        device = std::make_unique<DeviceRequests>();
        device->dev = dev;
    }
    return *device;
}

void RequestFigures::fill(model::Snapshot& snapshot) const {
    for (std::uint32_t slot = 0; slot < devices_.size(); ++slot) {
        if (!devices_[slot]) continue;
        const DeviceRequests& from = *devices_[slot];
        model::DeviceFigures& to = device_row(slot, from.dev, context_, snapshot);
        for (std::size_t op = 0; op < model::op_count; ++op) {
            to.by_op[op].request_size_bytes = from.by_op[op].request_size_bytes;
            to.by_op[op].q2d_ns = from.by_op[op].q2d_ns;
            to.by_op[op].d2c_ns = from.by_op[op].d2c_ns;
            to.by_op[op].q2c_ns = from.by_op[op].q2c_ns;
        }
    }
    snapshot.capture.clock_anomalies += elapsed_.anomalies();
}

}  // namespace

std::unique_ptr<Aggregator> make_request_figures(const Context& context) {
    return std::make_unique<RequestFigures>(context);
}

}  // namespace wbtrace::analysis
