// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "views/text_report.h"

#include "tests/catch.h"
#include "tests/unit/views/shown_text.h"

using namespace wbtrace;
using model::Op;

using wbtrace::tests::has;
using wbtrace::tests::times;

namespace {

model::DeviceFigures device_with_writes(const std::string& name, std::uint64_t requests) {
    model::DeviceFigures device;
    device.name = name;
    device.dev = "8:0";
    auto& write = device.by_op[static_cast<std::size_t>(Op::write)];
    write.totals = {requests, requests * 4096, 0, 0};
    if (requests) write.request_size_bytes.record(4096, requests);
    if (requests) write.d2c_ns.record(1'000'000, requests);
    return device;
}

}  // namespace

TEST_CASE("a device that nobody used is left out unless it is the only one") {
    model::Snapshot snapshot;
    snapshot.devices = {device_with_writes("sda", 0)};
    CHECK(has(views::text_report(snapshot, {}), "Device sda (8:0)\n  no I/O reached it\n"));
    snapshot.devices.push_back(device_with_writes("sdb", 3));
    const auto text = views::text_report(snapshot, {});
    CHECK_FALSE(has(text, "sda"));
    CHECK(has(text, "Device sdb"));
    snapshot.devices[1] = device_with_writes("sdb", 0);
    CHECK(has(views::text_report(snapshot, {}), "no I/O reached any of the 2 devices"));
}

TEST_CASE("layers are never added together in the histograms") {
    model::Snapshot snapshot;
    auto upper = device_with_writes("md0", 1009);
    upper.leaf = false;
    upper.parents = {"sda", "sdb"};
    snapshot.devices = {upper, device_with_writes("sda", 503), device_with_writes("sdb", 506)};
    const auto merged = views::text_report(snapshot, {});
    CHECK(times(merged, "write: request size") == 1);
    CHECK(has(merged, "4096 -> 8191       : 1009 "));
    views::TextOptions each;
    each.per_device_histograms = true;
    CHECK(times(views::text_report(snapshot, each), "write: request size") == 3);
}

TEST_CASE("devices that lie on each other in a circle are all shown") {
    model::Snapshot snapshot;
    snapshot.devices = {device_with_writes("a", 1), device_with_writes("b", 2)};
    snapshot.devices[0].parents = {"b"};
    snapshot.devices[1].parents = {"a"};
    const auto text = views::text_report(snapshot, {});
    CHECK(has(text, "\n  a "));
    CHECK(has(text, "└─ b "));
}

TEST_CASE("what nobody is known to have done for others stands apart from the time budget") {
    model::Snapshot snapshot;
    snapshot.devices = {device_with_writes("loop3", 0)};
    auto& budget = snapshot.time_budget.emplace();
    budget.wall_ns = 5;
    const std::string apart = "\n\n  done for it by others: nothing seen\n  not known whose copies";
    CHECK_FALSE(has(views::text_report(snapshot, {}), "not known whose"));
    snapshot.devices = {device_with_writes("loop3", 7)};
    CHECK(has(views::text_report(snapshot, {}), apart));
    budget.helpers.push_back({"kworker", 1, 1});
    CHECK_FALSE(has(views::text_report(snapshot, {}), apart));
    CHECK(has(views::text_report(snapshot, {}), "\n  not known whose copies"));
}

TEST_CASE("losses are shown when there are some") {
    model::Snapshot snapshot;
    snapshot.capture.lost = {{"ring_full", "records that found no room", 0}};
    CHECK_FALSE(has(views::text_report(snapshot, {}), "LOST"));
    snapshot.capture.lost[0].count = 13;
    CHECK(has(views::text_report(snapshot, {}), "  13          records that found no room\n"));
}

TEST_CASE("what is unavailable is never shown as zero") {
    model::Snapshot snapshot;
    snapshot.devices = {device_with_writes("sda", 3)};
    snapshot.capture.unavailable["devices[].bios"] = "block_bio_queue is not attached";
    snapshot.throttle.emplace();
    snapshot.throttle->calls = 5;
    snapshot.capture.unavailable["throttle"] = "no such tracepoint";
    const auto text = views::text_report(snapshot, {});
    CHECK(has(text, "? back, ? front, 0 request\n"));
    CHECK_FALSE(has(text, "Dirty throttling"));
    CHECK(has(text, "  no such tracepoint\n      throttle\n"));
}
