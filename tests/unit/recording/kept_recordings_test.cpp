// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// Recordings that earlier versions wrote must be read for ever: tests/data/recordings is only
// added to.
#include <map>
#include <string>

#include "analysis/reckoning.h"
#include "pipeline/fan_out.h"
#include "recording/recording.h"
#include "tests/catch.h"

using namespace wbtrace;

namespace {

struct Kinds final : events::Sink {
#define WB_KINDS_METHOD(number, name, type, what) \
    void on(const type&) override { ++seen[number]; }
    WB_EVENT_LIST(WB_KINDS_METHOD)
#undef WB_KINDS_METHOD
    std::map<int, std::uint64_t> seen;
};

struct Kept {
    recording::Reading reading;
    std::map<int, std::uint64_t> kinds;
    model::Snapshot snapshot;
};

Kept read(const std::string& name) {
    auto recording =
        recording::Recording::open(std::string(WBTRACE_TEST_DATA) + "/recordings/v1/" + name);
    REQUIRE(recording);
    CHECK(recording->start().tool_version == "1.2.3");
    CHECK(recording->start().machine.filesystems.at(0).mount_point == "/mnt\xff\n");
    analysis::Reckoning reckoning(recording->start());
    Kinds kinds;
    auto sinks = reckoning.sinks();
    sinks.push_back(&kinds);
    pipeline::FanOut all(sinks);
    Kept kept;
    kept.reading = recording->play(all, [&](const analysis::CutFacts& facts, bool ends) {
        if (ends) kept.snapshot = reckoning.finish(facts);
    });
    kept.kinds = kinds.seen;
    return kept;
}

}  // namespace

TEST_CASE("a kept recording of version 1 is read") {
    const auto kept = read("whole.wbt");
    CHECK(kept.reading.whole());
    CHECK(kept.reading.records == 3000);
    CHECK(kept.kinds == std::map<int, std::uint64_t>{{WB_EVENT_REQUEST_DONE, 2250},
                                                     {WB_EVENT_DIRTY_THROTTLED, 375},
                                                     {WB_EVENT_PAGE_RUN, 375}});
    REQUIRE(kept.snapshot.devices.size() == 1);
    CHECK(kept.snapshot.devices[0].name == "sda");
    CHECK(kept.snapshot.devices[0].bios.queued == UINT64_MAX);
    CHECK(kept.snapshot.devices[0].by_op[1].q2d_ns.count() == 2250);
    CHECK(kept.snapshot.devices[0].by_op[1].q2d_ns.max() == 100);
    REQUIRE(kept.snapshot.run);
    CHECK(kept.snapshot.run->signal == 9);
    CHECK(kept.snapshot.capture.events == 21);
}

TEST_CASE("a kept recording has every kind of record that version 1 had") {
    const auto kept = read("plain.wbt");
    CHECK(kept.reading.ended);
    CHECK(kept.reading.lost == 3);
    for (int kind = 1; kind <= 13; ++kind) CHECK(kept.kinds.at(kind) >= 1);
}

TEST_CASE("a kept recording of the last part is read") {
    const auto kept = read("last_part.wbt");
    CHECK(kept.reading.ended);
    CHECK(kept.reading.dropped);
    CHECK_FALSE(kept.reading.damage);
    CHECK(kept.reading.last_ns == 1'060'000'000);
    CHECK(kept.kinds.at(WB_EVENT_REQUEST_DONE) > 0);
}
