// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "analysis/busy_time.h"

#include <algorithm>
#include <array>

#include "analysis/device_rows.h"
#include "analysis/in_flight_spans.h"
#include "analysis/record_fields.h"

namespace wbtrace::analysis {

namespace {

/// The device was at work without a pause in each of the spans; those far back are only a sum.
struct BusyDevice {
    std::uint32_t dev = 0;
    InFlightSpans spans;
    std::uint64_t before_ns = 0;  // of spans that were dropped
    std::uint64_t dropped_to_ns = 0;

    void add(std::uint64_t from_ns, std::uint64_t to_ns) {
        if (spans.size() >= InFlightSpans::most_spans) drop_older_half();
        if (to_ns > dropped_to_ns) spans.add(std::max(from_ns, dropped_to_ns), to_ns);
    }
    [[nodiscard]] std::uint64_t sum() const { return before_ns + spans.time_within(0, UINT64_MAX); }

private:
    // A request that began thousands of pauses ago, and ends only now, closes the later half of
    // them.
    void drop_older_half() {
        dropped_to_ns = spans.middle_ns();
        before_ns += spans.time_within(0, dropped_to_ns);
        spans.forget_before(dropped_to_ns);
    }
};

class BusyTime final : public Aggregator {
public:
    explicit BusyTime(const Context& context) : context_(context) {}

    using Aggregator::on;
    void on(const wb_request_done& record) override;
    void fill(model::Snapshot& snapshot) const override;

private:
    const Context& context_;
    std::array<std::unique_ptr<BusyDevice>, WB_MAX_DEVICES> devices_;
};

void BusyTime::on(const wb_request_done& record) {
    const auto slot = slot_of(record);
    if (!slot) return;
    auto& device = devices_[*slot];
    if (!device) {
        device = std::make_unique<BusyDevice>();
        device->dev = record.dev;
    }
    device->add(record.issued_ns, record.header.time_ns);
}

void BusyTime::fill(model::Snapshot& snapshot) const {
    for (std::uint32_t slot = 0; slot < devices_.size(); ++slot) {
        if (!devices_[slot]) continue;
        device_row(slot, devices_[slot]->dev, context_, snapshot).busy_ns = devices_[slot]->sum();
    }
    for (auto& device : snapshot.devices) device.busy_ns = device.busy_ns.value_or(0);
}

}  // namespace

std::unique_ptr<Aggregator> make_busy_time(const Context& context) {
    return std::make_unique<BusyTime>(context);
}

}  // namespace wbtrace::analysis
