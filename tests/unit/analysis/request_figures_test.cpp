// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "analysis/request_figures.h"

#include "analysis/device_rows.h"
#include "bpf/abi/probe_config.h"
#include "tests/catch.h"
#include "tests/records.h"

using namespace wbtrace;
using model::Op;

namespace {

model::DeviceIdentity figures_identity(std::uint32_t slot, std::string name) {
    model::DeviceIdentity device;
    device.slot = slot;
    device.name = std::move(name);
    return device;
}

struct RequestFiguresFixture {
    analysis::Context context;
    std::unique_ptr<analysis::Aggregator> aggregator = analysis::make_request_figures(context);

    void see(const wb_request_done& record) { static_cast<events::Sink&>(*aggregator).on(record); }
    [[nodiscard]] model::Snapshot filled() const {
        model::Snapshot snapshot;
        aggregator->fill(snapshot);
        return snapshot;
    }
    [[nodiscard]] model::OpFigures figures(Op op) const {
        return filled().devices.at(0).by_op[static_cast<std::size_t>(op)];
    }
};

}  // namespace

TEST_CASE("a prime number of writes is counted once each, with its times") {
    RequestFiguresFixture fixture;
    for (std::uint64_t i = 0; i < 1009; ++i) fixture.see(tests::request_done(10'000 + i));
    const auto writes = fixture.figures(Op::write);
    CHECK(writes.request_size_bytes.count() == 1009);
    CHECK(writes.request_size_bytes.sum() == 1009 * 4096);
    CHECK(writes.q2d_ns.sum() == 1009 * 100);
    CHECK(writes.d2c_ns.sum() == 1009 * 200);
    CHECK(writes.q2c_ns.sum() == 1009 * 300);
    CHECK(fixture.figures(Op::read).q2c_ns.empty());
    CHECK(fixture.filled().capture.clock_anomalies == 0);
}

TEST_CASE("the size is that at issue, requeues and partial completions or not") {
    RequestFiguresFixture fixture;
    auto record = tests::request_done(10'000);
    record.bytes = 1 << 20;
    record.done_bytes = 4096;
    record.requeues = 3;
    record.flags = WB_REQUEST_PARTIAL;
    record.error = -5;
    fixture.see(record);
    const auto writes = fixture.figures(Op::write);
    CHECK(writes.request_size_bytes.count() == 1);
    CHECK(writes.request_size_bytes.sum() == 1 << 20);
    CHECK(writes.d2c_ns.count() == 1);
}

TEST_CASE("a request without data has times but no size") {
    RequestFiguresFixture fixture;
    auto record = tests::request_done(10'000);
    record.op = WB_OP_FLUSH;
    fixture.see(record);
    record.op = WB_OP_PASSTHROUGH;
    record.bytes = 0;
    fixture.see(record);
    for (const Op op : {Op::flush, Op::passthrough}) {
        CHECK(fixture.figures(op).request_size_bytes.empty());
        CHECK(fixture.figures(op).q2c_ns.sum() == 300);
    }
}

TEST_CASE("a bio-based device has only the whole time") {
    RequestFiguresFixture fixture;
    auto record = tests::request_done(10'000);
    record.flags = WB_REQUEST_BIO_BASED;
    record.issued_ns = record.queued_ns;
    fixture.see(record);
    CHECK(fixture.figures(Op::write).q2c_ns.sum() == 300);
    CHECK(fixture.figures(Op::write).q2d_ns.empty());
    CHECK(fixture.figures(Op::write).d2c_ns.empty());
}

TEST_CASE("times that run backwards are 0 and counted, not centuries") {
    RequestFiguresFixture fixture;
    auto record = tests::request_done(10'000);
    record.issued_ns = 10'001;
    record.queued_ns = 10'002;
    fixture.see(record);
    const auto writes = fixture.figures(Op::write);
    CHECK(writes.q2d_ns.max() == 0);
    CHECK(writes.d2c_ns.max() == 0);
    CHECK(writes.q2c_ns.max() == 0);
    CHECK(fixture.filled().capture.clock_anomalies == 3);
}

TEST_CASE("a stamp that is missing gives no figure") {
    RequestFiguresFixture fixture;
    auto record = tests::request_done(10'000);
    record.issued_ns = 0;
    fixture.see(record);
    const auto writes = fixture.figures(Op::write);
    CHECK(writes.q2c_ns.sum() == 300);
    CHECK(writes.q2d_ns.empty());
    CHECK(writes.d2c_ns.empty());
    CHECK(fixture.filled().capture.clock_anomalies == 2);
}

TEST_CASE("operations and slots are not trusted") {
    RequestFiguresFixture fixture;
    auto record = tests::request_done(10'000);
    for (const int op : {WB_OP_OTHER + 0, WB_OP_COUNT + 0, 200, 255}) {
        record.op = static_cast<__u8>(op);
        fixture.see(record);
    }
    record.device_slot = WB_MAX_DEVICES;
    fixture.see(record);
    record.device_slot = UINT32_MAX;
    fixture.see(record);
    CHECK(fixture.filled().devices.size() == 1);
    CHECK(fixture.figures(Op::other).q2c_ns.count() == 4);
}

TEST_CASE("figures go to the row of their device; a new device gets one") {
    RequestFiguresFixture fixture;
    fixture.context.device_names[3] = "sdd";
    for (const std::uint32_t slot : {0U, 3U, 3U, 9U}) {
        auto record = tests::request_done(10'000);
        record.device_slot = slot;
        record.dev = (8U << 20) + 16 * slot;
        fixture.see(record);
    }
    model::Snapshot snapshot;
    analysis::lay_out_devices({figures_identity(1, "sdb"), figures_identity(0, "sda")}, snapshot);
    fixture.aggregator->fill(snapshot);
    std::vector<std::pair<std::string, std::uint64_t>> rows;
    for (const auto& row : snapshot.devices)
        rows.emplace_back(row.name, row.by_op[1].q2c_ns.count());
    CHECK(rows == decltype(rows){{"sdb", 0}, {"sda", 1}, {"sdd", 2}, {"8:144", 1}});
}
