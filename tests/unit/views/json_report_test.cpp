// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "views/json_report.h"

#include "tests/catch.h"
#include "views/json_sections.h"

using namespace wbtrace;
using views::Json;

namespace {

Json report_of(const model::Snapshot& snapshot) {
    return Json::parse(views::json_report(snapshot));
}

model::Snapshot one_device() {
    model::Snapshot snapshot;
    snapshot.devices.resize(1);
    snapshot.devices[0].name = "sda";
    return snapshot;
}

}  // namespace

TEST_CASE("all top-level keys are there, in their order") {
    const auto report = report_of({});
    std::vector<std::string> keys;
    for (const auto& [key, value] : report.items()) keys.push_back(key);
    CHECK(keys == std::vector<std::string>{"schema", "tool", "host", "run", "capture", "devices",
                                           "throttle", "writeback", "page_cache", "sync_calls",
                                           "processes", "files", "cgroups", "time_budget",
                                           "findings"});
}

TEST_CASE("an empty histogram has no min, max or quantiles") {
    const auto json = views::json_histogram({}, "ns");
    CHECK(json["count"] == 0);
    CHECK(json["sum"] == 0);
    for (const char* key : {"min", "max", "p50", "p90", "p99", "p999"}) CHECK(json[key].is_null());
    CHECK(json["buckets"].empty());
}

TEST_CASE("64-bit figures stay integers") {
    auto snapshot = one_device();
    snapshot.devices[0].bios.queued = UINT64_MAX;
    const auto queued = report_of(snapshot)["devices"][0]["bios"]["queued"];
    CHECK(queued.is_number_unsigned());
    CHECK(queued.get<std::uint64_t>() == UINT64_MAX);
}

TEST_CASE("four operations always stand there, the others when they happened") {
    auto snapshot = one_device();
    CHECK(report_of(snapshot)["devices"][0]["by_op"].size() == 4);
    snapshot.devices[0].by_op[static_cast<std::size_t>(model::Op::passthrough)].totals.requests = 1;
    const auto by_op = report_of(snapshot)["devices"][0]["by_op"];
    CHECK(by_op.size() == 5);
    CHECK(by_op["passthrough"]["requests"] == 1);
}

TEST_CASE("a path with a reason is null in every device") {
    auto snapshot = one_device();
    snapshot.devices.push_back(snapshot.devices[0]);
    snapshot.devices[1].plug.unplugs = 7;
    snapshot.capture.unavailable["devices[].plug"] = "block_unplug is not attached";
    snapshot.capture.unavailable["no.such[].path"] = "a reason without a figure";
    const auto report = report_of(snapshot);
    for (const auto& device : report["devices"]) CHECK(device["plug"].is_null());
    CHECK(report["capture"]["unavailable"]["devices[].plug"] == "block_unplug is not attached");
}

TEST_CASE("every null has a reason, and no reason stands without a null") {
    const auto report = report_of(one_device());
    const auto& reasons = report["capture"]["unavailable"];
    const auto nulls = views::null_paths(report);
    CHECK(reasons.contains("run"));
    CHECK(reasons.contains("devices[].merge_ratio"));
    CHECK(reasons.contains("findings"));
    for (const auto& [path, reason] : reasons.items()) {
        const auto at = nulls.lower_bound(path);
        CAPTURE(path);
        CHECK((at != nulls.end() && at->starts_with(path)));
    }
}

TEST_CASE("without a command its figures are null, not zero") {
    auto snapshot = one_device();
    CHECK(report_of(snapshot)["devices"][0]["scope"].is_null());
    snapshot.run.emplace();
    CHECK(report_of(snapshot)["devices"][0]["scope"]["requests"] == 0);
}

TEST_CASE("names that are not UTF-8 are replaced") {
    auto snapshot = one_device();
    snapshot.devices[0].name = "sd\xff";
    CHECK(report_of(snapshot)["devices"][0]["name"] == "sd\ufffd");
}

TEST_CASE("one of several documents stands on one line and says which it is") {
    auto snapshot = one_device();
    CHECK_FALSE(report_of(snapshot).contains("interval"));
    snapshot.interval = model::IntervalFigures{3, false, 2'000, 3'000};
    snapshot.taken_at = model::LocalTime{1'774'792'987'250'000'000, 5400};
    const auto line = views::json_line(snapshot);
    CHECK(line.find('\n') == line.size() - 1);
    const auto report = Json::parse(line);
    CHECK(report == report_of(snapshot));
    CHECK(report["interval"] == Json{{"number", 3},
                                     {"final", false},
                                     {"start_ns", 2'000},
                                     {"end_ns", 3'000},
                                     {"time", "2026-03-29T15:33:07.250+01:30"}});
}
