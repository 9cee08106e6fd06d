// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "analysis/busy_time.h"

#include "analysis/context.h"
#include "tests/catch.h"
#include "tests/records.h"

using namespace wbtrace;

namespace {

struct BusyFixture {
    analysis::Context context;
    std::unique_ptr<analysis::Aggregator> aggregator = analysis::make_busy_time(context);

    void see(std::uint64_t issued_ns, std::uint64_t ended_ns) {
        auto record = tests::request_done(ended_ns);
        record.issued_ns = issued_ns;
        static_cast<events::Sink&>(*aggregator).on(record);
    }
    [[nodiscard]] std::uint64_t busy_ns() const {
        model::Snapshot snapshot;
        aggregator->fill(snapshot);
        REQUIRE(snapshot.devices.size() == 1);
        return snapshot.devices.front().busy_ns.value();
    }
};

}  // namespace

TEST_CASE("requests side by side keep a device busy once") {
    BusyFixture device;
    device.see(1000, 2000);
    device.see(1500, 2500);
    CHECK(device.busy_ns() == 1500);
    device.see(4000, 5000);
    CHECK(device.busy_ns() == 2500);
    device.see(2400, 5100);  // was there all the while
    CHECK(device.busy_ns() == 4100);
}

TEST_CASE("the sum of very many spans is exact, and only grows") {
    BusyFixture device;
    std::uint64_t before = 0;
    for (std::uint64_t i = 1; i <= 20'000; ++i) {
        device.see(1000 * i, 1000 * i + 300);
        if (i % 1000 != 0) continue;
        CHECK(device.busy_ns() == 300 * i);
        CHECK(device.busy_ns() > before);
        before = device.busy_ns();
    }
    // One that began before all of them: what was dropped is not counted again.
    device.see(1, 1000 * 20'001);
    CHECK(device.busy_ns() >= before);
    CHECK(device.busy_ns() <= 1000 * 20'001);
}
