// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "top/panes.h"

#include "tests/catch.h"
#include "tests/unit/top/pages.h"

using namespace wbtrace;
using namespace wbtrace::top;

namespace {

std::string cell(const Table& table, std::size_t row, const std::string& head) {
    const auto column = column_named(table, head).value();
    return value_text(table.columns[column], table.rows.at(row).values.at(column));
}

}  // namespace

TEST_CASE("a writeback work that runs has an age, one that ended its times") {
    auto snapshot = second_of(3, {});
    auto& writeback = snapshot.writeback.emplace();
    auto& work = writeback.running.emplace().emplace_back();
    work.reason = "sync";
    work.device = "sda\n";
    work.started_ns = 1'000'000'000;
    work.pages = 256;
    work.requester_comm = "fio";
    auto& ended = writeback.by_reason.emplace_back();
    ended.reason = "background";
    ended.works = 7;
    ended.pages = 512;
    const auto table = writeback_table({snapshot, snapshot});
    REQUIRE(table.rows.size() == 2);
    CHECK(cell(table, 0, "state") == "running");
    CHECK(cell(table, 0, "age") == "2.00s");
    CHECK(cell(table, 0, "done B") == "1.00M");
    CHECK(cell(table, 0, "device") == "sda\\x0a");
    CHECK(cell(table, 1, "state") == "ended");
    CHECK(cell(table, 1, "works/s") == "7");
    CHECK(cell(table, 1, "wB/s") == "2.00M");
}

TEST_CASE("figures are a second's, whatever the interval") {
    auto snapshot = second_of(1, {{"a", 1 << 20}});
    snapshot.interval->end_ns = 500'000'000;
    snapshot.processes[0].throttle_ns = 250'000'000;
    auto table = process_table({snapshot, snapshot});
    CHECK(cell(table, 0, "dirty/s") == "2.00M");
    CHECK(cell(table, 0, "thr%") == "50");
    CHECK(cell(table, 0, "sync/s") == "?");
    snapshot.capture.unavailable["processes[].throttle_ns"] = "why";
    table = process_table({snapshot, snapshot});
    CHECK(cell(table, 0, "thr%") == "?");
}

TEST_CASE("panes say why they are empty") {
    model::Snapshot nothing;
    CHECK(waits_table({nothing, nothing}).empty.find("--time-budget") != std::string::npos);
    nothing.capture.unavailable["time_budget"] = "sched_switch: missing";
    CHECK(waits_table({nothing, nothing}).empty == "Not available: sched_switch: missing");
    CHECK(writeback_table({nothing, nothing}).empty.starts_with("Not available"));
    CHECK(pane_named("waits") == Pane::waits);
    CHECK_FALSE(pane_named("nothing"));
}

TEST_CASE("a process that ended before the interval has no waits in it") {
    auto snapshot = second_of(1, {});
    auto& budget = snapshot.time_budget.emplace();
    auto& lives = budget.rows.emplace_back();
    lives.tgid = 1;
    lives.comm = "lives";
    lives.wall_ns = 1'000'000'000;
    lives.parts[model::TimePart::throttle] = 300'000'000;
    auto& over = budget.rows.emplace_back();
    over.tgid = 2;
    over.parts[model::TimePart::cpu_user] = 17;
    const auto table = waits_table({snapshot, snapshot});
    REQUIRE(table.rows.size() == 1);
    CHECK(cell(table, 0, "stall") == "30");
    CHECK(cell(table, 0, "throt") == "30");
    CHECK(cell(table, 0, "wback") == "0");
}
