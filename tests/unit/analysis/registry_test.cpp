// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "analysis/registry.h"

#include <set>
#include <string>

#include "tests/catch.h"
#include "tests/records.h"

using namespace wbtrace;

TEST_CASE("every analysis of the table is made once and has its own name") {
    const analysis::Context context{.busy_time = true};
    CHECK(analysis::make_aggregators(context).size() == analysis::analyses().size());
    CHECK(analysis::make_aggregators({}).size() == analysis::analyses().size() - 1);
    std::set<std::string> names;
    for (const auto& row : analysis::analyses()) {
        names.insert(row.name);
        CHECK(std::string(row.what) != "");
    }
    CHECK(names.size() == analysis::analyses().size());
}

TEST_CASE("no records give a snapshot without devices and anomalies") {
    const analysis::Context context{.jiffies_per_second = 250};
    model::Snapshot snapshot;
    for (const auto& aggregator : analysis::make_aggregators(context)) aggregator->fill(snapshot);
    CHECK(snapshot.devices.empty());
    CHECK(snapshot.capture.clock_anomalies == 0);
    REQUIRE(snapshot.throttle.has_value());
    CHECK(snapshot.throttle->pause_hist_ns.empty());
    REQUIRE(snapshot.writeback.has_value());
    CHECK(snapshot.writeback->largest.empty());
}

TEST_CASE("records of nothing but ones and of nothing but zeros break nothing") {
    const analysis::Context context{.jiffies_per_second = 250, .busy_time = true};
    const auto aggregators = analysis::make_aggregators(context);
    for (const int byte : {0, 0xff}) {
#define WB_HOSTILE(number, name, type, what)                                  \
    {                                                                         \
        type record;                                                          \
        std::fill_n(reinterpret_cast<unsigned char*>(&record), sizeof record, \
                    static_cast<unsigned char>(byte));                        \
        for (const auto& aggregator : aggregators)                            \
            static_cast<events::Sink&>(*aggregator).on(record);               \
    }
        WB_EVENT_LIST(WB_HOSTILE)
#undef WB_HOSTILE
    }
    model::Snapshot snapshot;
    for (const auto& aggregator : aggregators) aggregator->fill(snapshot);
    CHECK(snapshot.writeback->works == 2);
}

TEST_CASE("filling twice gives the same") {
    const analysis::Context context{.jiffies_per_second = 250};
    const auto aggregators = analysis::make_aggregators(context);
    for (const auto& aggregator : aggregators) {
        auto& sink = static_cast<events::Sink&>(*aggregator);
        sink.on(tests::request_done(1000));
        sink.on(tests::dirty_throttled(1000));
        sink.on(tests::work_finished(1000, 3));
    }
    model::Snapshot snapshot;
    for (int round = 0; round < 2; ++round)
        for (const auto& aggregator : aggregators) aggregator->fill(snapshot);
    REQUIRE(snapshot.devices.size() == 1);
    CHECK(snapshot.devices[0].by_op[1].q2c_ns.count() == 1);
    CHECK(snapshot.throttle->by_process.size() == 1);
    CHECK(snapshot.writeback->largest.size() == 1);
}
