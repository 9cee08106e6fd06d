// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "analysis/finish.h"

#include "tests/catch.h"

using namespace wbtrace;

namespace {

model::Snapshot throttled(std::uint64_t pause_ns, std::uint64_t wall_ns) {
    model::Snapshot snapshot;
    snapshot.throttle.emplace().scope_pause_ns = pause_ns;
    snapshot.run.emplace().wall_ns = wall_ns;
    return snapshot;
}

}  // namespace

TEST_CASE("the share of the wall time may exceed 1 with threads") {
    auto snapshot = throttled(3'000, 2'000);
    analysis::finish(snapshot);
    REQUIRE(snapshot.throttle->wall_share.has_value());
    CHECK(*snapshot.throttle->wall_share == Approx(1.5));
}

TEST_CASE("waits of what the command left running are not its own") {
    auto snapshot = throttled(3'000, 2'000);
    snapshot.throttle->scope_pause_after_end_ns = 2'000;
    analysis::finish(snapshot);
    CHECK(*snapshot.throttle->wall_share == Approx(0.5));
    snapshot.throttle->scope_pause_after_end_ns = 5'000;
    analysis::finish(snapshot);
    CHECK(*snapshot.throttle->wall_share == Approx(0.0));
}

TEST_CASE("without a command or throttling there is no share") {
    auto snapshot = throttled(3'000, 0);
    analysis::finish(snapshot);
    CHECK_FALSE(snapshot.throttle->wall_share.has_value());
    snapshot.run.reset();
    analysis::finish(snapshot);
    CHECK_FALSE(snapshot.throttle->wall_share.has_value());
    snapshot.throttle.reset();
    analysis::finish(snapshot);
    CHECK_FALSE(snapshot.throttle.has_value());
}

TEST_CASE("a slow sync call has the path that the table of files knows") {
    model::Snapshot snapshot;
    auto& slowest = snapshot.sync_calls.emplace().slowest;
    slowest.resize(3);
    slowest[0].file = {8U << 20, 12, 5};
    slowest[1].file = {8U << 20, 12, 6};  // an earlier file of that number
    auto& file = snapshot.files.emplace_back();
    file.s_dev = 8U << 20;
    file.inode = 12;
    file.generation = 5;
    file.path = "/data/log";
    analysis::finish(snapshot);
    CHECK(slowest[0].path == "/data/log");
    CHECK_FALSE(slowest[1].path.has_value());
    CHECK_FALSE(slowest[2].path.has_value());
}

TEST_CASE("under a filter nobody can say what a sync call waited for") {
    model::Snapshot snapshot;
    snapshot.capture.filters = {"--op write"};
    auto& sync = snapshot.sync_calls.emplace();
    sync.by_call[0].followed = 1;
    sync.by_call[0].wait.rest_ns = 5;
    sync.slowest.emplace_back().wait.emplace();
    analysis::finish(snapshot);
    CHECK(sync.by_call[0].followed == 0);
    CHECK(sync.by_call[0].wait.rest_ns == 0);
    CHECK_FALSE(sync.slowest[0].wait.has_value());
}
