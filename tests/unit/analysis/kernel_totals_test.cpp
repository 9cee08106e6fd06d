// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "analysis/kernel_totals.h"

#include <set>

#include "analysis/device_rows.h"
#include "tests/catch.h"

using namespace wbtrace;

namespace {

const analysis::Context jiffies_context{.jiffies_per_second = 1000};

model::DeviceIdentity totals_identity(std::uint32_t slot, std::string name) {
    model::DeviceIdentity device;
    device.slot = slot;
    device.name = std::move(name);
    return device;
}

events::KernelTotals one_device() {
    events::KernelTotals totals;
    auto& device = totals.devices.emplace_back();
    device.slot = 5;
    device.where.dev = (8U << 20) + 1;
    return totals;
}

model::Snapshot applied(const events::KernelTotals& totals) {
    model::Snapshot snapshot;
    analysis::apply(totals, jiffies_context, snapshot);
    return snapshot;
}

}  // namespace

TEST_CASE("totals of a device are summed over owners and phases") {
    auto totals = one_device();
    std::uint64_t prime = 1;
    for (auto& phase : totals.devices[0].totals.op) {
        for (const auto owner : {WB_OWNER_OTHERS, WB_OWNER_SCOPE}) {
            phase[owner][WB_OP_WRITE] = {prime, prime * 4096, prime * 2, prime * 3};
            prime *= 1000;
        }
        phase[WB_OWNER_RECORDER][WB_OP_WRITE] = {7, 11, 0, 0};
    }
    const auto row = applied(totals).devices.at(0);
    const auto& all = row.by_op[1].totals;
    CHECK(all.requests == 1'001'001'001);
    CHECK(all.bytes == 1'001'001'001ULL * 4096);
    CHECK(all.requeued == 2'002'002'002);
    CHECK(all.errors == 3'003'003'003);
    CHECK(row.others.while_running[1].requests == 1);
    CHECK(row.scope.while_running[1].requests == 1000);
    CHECK(row.others.after_end[1].requests == 1'000'000);
    CHECK(row.scope.after_end[1].requests == 1'000'000'000);
    CHECK(row.by_op[0].totals.requests == 0);
    CHECK(row.dev == "8:1");
    // What writes the recording is in none of them.
    REQUIRE(row.recorder);
    CHECK(row.recorder->requests == 14);
    CHECK(row.recorder->bytes == 22);
}

TEST_CASE("bios, merges and plugs of a device") {
    auto totals = one_device();
    auto& from = totals.devices[0].totals;
    from.bios_queued = 101;
    from.bio_bytes_queued = 103;
    from.back_merged = 107;
    from.front_merged = 109;
    from.split = 113;
    from.request_merges = 127;
    from.logged_errors = 131;
    from.empty_flushes = 131;
    from.plugs = 137;
    from.unplugs = 139;
    from.unplugs_explicit = 149;
    from.unplug_depth[16] = 3;
    from.unplug_depth_sum = 48;
    const auto row = applied(totals).devices.at(0);
    CHECK(row.bios.queued == 101);
    CHECK(row.bios.queued_bytes == 103);
    CHECK(row.bios.back_merged == 107);
    CHECK(row.bios.front_merged == 109);
    CHECK(row.bios.split == 113);
    CHECK(row.request_merges == 127);
    CHECK(row.logged_errors == 131);
    CHECK(row.bios.empty_flushes == 131);
    CHECK(row.plug.plugs == 137);
    CHECK(row.plug.unplugs == 139);
    CHECK(row.plug.explicit_unplugs == 149);
    CHECK(row.plug.depth_requests.count() == 3);
    CHECK(row.plug.depth_requests.sum() == 48);
}

TEST_CASE("totals go to the row that was laid out for the slot") {
    model::Snapshot snapshot;
    analysis::lay_out_devices({totals_identity(4, "sda"), totals_identity(5, "sda1")}, snapshot);
    auto totals = one_device();
    totals.devices[0].totals.bios_queued = 7;
    analysis::apply(totals, jiffies_context, snapshot);
    REQUIRE(snapshot.devices.size() == 2);
    CHECK(snapshot.devices[0].bios.queued == 0);
    CHECK(snapshot.devices[1].bios.queued == 7);
    CHECK(snapshot.devices[1].name == "sda1");
}

TEST_CASE("throttle totals are in ns and split by owner") {
    events::KernelTotals totals;
    totals.cpu.throttle[WB_OWNER_SCOPE] = {1009, 11, 13};
    totals.cpu.throttle[WB_OWNER_OTHERS] = {2003, 17, 19};
    const auto throttle = *applied(totals).throttle;
    CHECK(throttle.calls == 3012);
    CHECK(throttle.scope_waits == 11);
    CHECK(throttle.scope_pause_ns == 13'000'000);
    CHECK(throttle.other_waits == 17);
    CHECK(throttle.other_pause_ns == 19'000'000);
    CHECK_FALSE(throttle.global_state.has_value());
}

TEST_CASE("thresholds are there when they were seen") {
    events::KernelTotals totals;
    totals.cpu.thresh_time_ns = 1;
    totals.cpu.thresh = 1013;
    totals.cpu.bg_thresh = 503;
    const auto state = applied(totals).throttle->global_state;
    REQUIRE(state.has_value());
    CHECK(state->thresh_pages == 1013);
    CHECK(state->background_thresh_pages == 503);
}

TEST_CASE("page cache figures are everybody's and the command's") {
    events::KernelTotals totals;
    auto& pages = totals.cpu.pages;
    pages[WB_OWNER_SCOPE][WB_PAGES_DIRTIED] = {64, 2, {}};
    pages[WB_OWNER_SCOPE][WB_PAGES_DIRTIED].orders[5] = 2;
    pages[WB_OWNER_OTHERS][WB_PAGES_DIRTIED] = {32, 1, {}};
    pages[WB_OWNER_OTHERS][WB_PAGES_DIRTIED].orders[5] = 1;
    pages[WB_OWNER_SCOPE][WB_PAGES_ADDED].pages = 3;
    pages[WB_OWNER_OTHERS][WB_PAGES_EVICTED].pages = 5;
    totals.cpu.pages_written = 997;
    const auto snapshot = applied(totals);
    const auto& cache = *snapshot.page_cache;
    CHECK(cache.scope_dirtied.pages == 64);
    CHECK(cache.scope_dirtied.by_order[5] == 2);
    CHECK(cache.dirtied.pages == 96);
    CHECK(cache.dirtied.folios == 3);
    CHECK(cache.dirtied.by_order[5] == 3);
    CHECK(cache.added.pages == 3);
    CHECK(cache.scope_evicted.pages == 0);
    CHECK(cache.evicted.pages == 5);
    CHECK(snapshot.writeback->pages_written == 997);
}

TEST_CASE("every cause of loss has a row with a key and words") {
    auto totals = one_device();
    for (std::size_t cause = 0; cause < WB_LOSS_COUNT; ++cause)
        totals.cpu.lost[cause] = 100 + cause;
    totals.devices[0].totals.ring_full = 1000;  // already part of the sum
    totals.cpu.in_flight_at_start = 3;
    const auto capture = applied(totals).capture;
    REQUIRE(capture.lost.size() == WB_LOSS_COUNT);
    std::set<std::string> keys;
    for (std::size_t cause = 0; cause < WB_LOSS_COUNT; ++cause) {
        keys.insert(capture.lost[cause].cause);
        CHECK_FALSE(capture.lost[cause].what.empty());
        CHECK(capture.lost[cause].count == 100 + cause);
    }
    CHECK(keys.size() == WB_LOSS_COUNT);
    CHECK(capture.lost[WB_LOSS_MAP_FULL].cause == "map_full");
    CHECK(capture.in_flight_at_start == 3);
}

TEST_CASE("empty totals still say that nothing was lost") {
    const auto snapshot = applied({});
    CHECK(snapshot.devices.empty());
    CHECK(snapshot.capture.lost.size() == WB_LOSS_COUNT);
    CHECK(snapshot.capture.lost_total() == 0);
}
