// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// Intervals as they come about: records and totals in three bursts, cut in between.
#include "analysis/interval.h"

#include <array>

#include "analysis/kernel_totals.h"
#include "analysis/registry.h"
#include "tests/catch.h"
#include "tests/records.h"

using namespace wbtrace;

namespace {

constexpr std::uint64_t second_ns = 1'000'000'000;

/// A trace that goes on: what was seen so far, and the kernel's totals.
class Trace {
public:
    void write(std::uint64_t time_ns, std::uint64_t requests) {
        for (std::uint64_t i = 0; i < requests; ++i) see(tests::request_done(time_ns + 10 * i));
        auto& op = device().totals.op[WB_PHASE_RUNNING][WB_OWNER_OTHERS][WB_OP_WRITE];
        op.requests += requests;
        op.bytes += requests * 4096;
    }
    void wait(std::uint64_t time_ns, std::uint32_t tgid, std::uint64_t waits) {
        auto record = tests::dirty_throttled(time_ns);
        record.tgid = tgid;
        for (std::uint64_t i = 0; i < waits; ++i) see(record);
        totals_.cpu.throttle[WB_OWNER_OTHERS].waits += waits;
        totals_.cpu.throttle[WB_OWNER_OTHERS].pause_jiffies += waits;
    }
    void write_back(std::uint64_t time_ns, std::uint64_t pages) {
        see(tests::work_finished(time_ns, pages));
    }
    void name_device(const char* name) { context_.bdi_names["8:0"] = name; }

    model::Snapshot cut(std::uint64_t now_ns) {
        auto snapshot = begin(now_ns);
        for (const auto& one : aggregators_) one->fill_until(now_ns, snapshot);
        return snapshot;
    }
    model::Snapshot end(std::uint64_t now_ns) {
        auto snapshot = begin(now_ns);
        for (const auto& one : aggregators_) one->fill(snapshot);
        return snapshot;
    }

private:
    template <typename Record>
    void see(const Record& record) {
        for (const auto& one : aggregators_) static_cast<events::Sink&>(*one).on(record);
    }
    events::KernelTotals::Device& device() {
        if (totals_.devices.empty()) totals_.devices.emplace_back().where.dev = 8U << 20;
        return totals_.devices[0];
    }
    model::Snapshot begin(std::uint64_t now_ns) {
        model::Snapshot snapshot;
        snapshot.capture.duration_ns = now_ns;
        analysis::apply(totals_, context_, snapshot);
        return snapshot;
    }

    analysis::Context context_{.jiffies_per_second = 250};
    std::vector<std::unique_ptr<analysis::Aggregator>> aggregators_ =
        analysis::make_aggregators(context_);
    events::KernelTotals totals_;
};

const model::OpFigures& writes(const model::Snapshot& snapshot) {
    REQUIRE(snapshot.devices.size() == 1);
    return snapshot.devices[0].by_op[static_cast<std::size_t>(model::Op::write)];
}

}  // namespace

TEST_CASE("intervals have what happened in them and add up to the whole") {
    Trace trace;
    trace.write(second_ns / 2, 101);
    const auto first = trace.cut(second_ns);
    trace.write(second_ns + second_ns / 2, 211);
    const auto second = trace.cut(2 * second_ns);
    const auto third = trace.cut(3 * second_ns);
    trace.write(3 * second_ns + second_ns / 2, 307);
    const auto whole = trace.end(4 * second_ns);

    const std::array intervals = {
        analysis::interval_between({}, first, 1), analysis::interval_between(first, second, 2),
        analysis::interval_between(second, third, 3), analysis::interval_between(third, whole, 4)};
    const std::array<std::uint64_t, 4> expected = {101, 211, 0, 307};
    model::Histogram sizes, depths;
    for (std::size_t i = 0; i < intervals.size(); ++i) {
        CAPTURE(i);
        CHECK(writes(intervals[i]).totals.requests == expected[i]);
        CHECK(writes(intervals[i]).totals.bytes == expected[i] * 4096);
        CHECK(writes(intervals[i]).d2c_ns.count() == expected[i]);
        CHECK(intervals[i].interval->number == i + 1);
        CHECK(intervals[i].interval->start_ns == i * second_ns);
        CHECK(intervals[i].capture.duration_ns == second_ns);
        sizes.merge(writes(intervals[i]).request_size_bytes);
        depths.merge(intervals[i].devices[0].queue_depth_requests);
    }
    CHECK(sizes.sum() == writes(whole).request_size_bytes.sum());
    CHECK(depths.count() == 619);
    CHECK(depths.sum() == whole.devices[0].queue_depth_requests.sum());
}

TEST_CASE("the depth at a cut waits for requests that are still in the driver") {
    Trace trace;
    trace.write(second_ns - 30'000'000, 7);
    const auto cut = trace.cut(second_ns);
    CHECK(cut.devices[0].queue_depth_requests.empty());
    CHECK(writes(cut).d2c_ns.count() == 7);
    const auto later = trace.cut(2 * second_ns);
    CHECK(later.devices[0].queue_depth_requests.count() == 7);
    CHECK(later.devices[0].queue_depth_overtaken == 0);
}

TEST_CASE("rows in which nothing happened vanish, the others are sorted anew") {
    Trace trace;
    trace.wait(100, 7, 50);
    trace.wait(200, 8, 3);
    trace.wait(300, 9, 2);
    const auto first = trace.cut(second_ns);
    trace.wait(second_ns + 1, 9, 5);
    trace.wait(second_ns + 2, 8, 1);
    const auto part = analysis::interval_between(first, trace.cut(2 * second_ns), 2);
    REQUIRE(part.throttle.has_value());
    CHECK(part.throttle->other_waits == 6);
    CHECK(part.throttle->pause_hist_ns.count() == 6);
    REQUIRE(part.throttle->by_process.size() == 2);
    CHECK(part.throttle->by_process[0].tgid == 9);
    CHECK(part.throttle->by_process[0].pause_ns.count() == 5);
    CHECK(part.throttle->by_process[1].pause_ns.count() == 1);
}

TEST_CASE("a device is the same row when its name becomes known") {
    Trace trace;
    trace.wait(100, 7, 3);
    trace.write_back(150, 41);
    const auto first = trace.cut(second_ns);
    trace.name_device("sda");
    trace.wait(second_ns + 1, 7, 2);
    trace.write_back(second_ns + 2, 13);
    const auto part = analysis::interval_between(first, trace.cut(2 * second_ns), 2);
    REQUIRE(part.throttle->by_device.size() == 1);
    CHECK(part.throttle->by_device[0].name == "sda");
    CHECK(part.throttle->by_device[0].pause_ns.count() == 2);
    REQUIRE(part.writeback->by_reason.size() == 1);
    CHECK(part.writeback->by_reason[0].pages == 13);
    CHECK(part.writeback->works == 1);
    REQUIRE(part.writeback->largest.size() == 1);
    CHECK(part.writeback->largest[0].pages == 13);
}

TEST_CASE("states are the newer ones, and what an older snapshot lacks counts in full") {
    model::Snapshot older, newer;
    newer.throttle.emplace().last = model::DirtyState{3, 2, 1};
    newer.throttle->calls = 7;
    older.capture.lost = {{"ring_full", "", 5}};
    newer.capture.lost = {{"ring_full", "", 5}, {"malformed", "", 2}};
    newer.capture.buffer_bytes = older.capture.buffer_bytes = 4096;
    const auto part = analysis::interval_between(older, newer, 1);
    CHECK(part.throttle->calls == 7);
    CHECK(part.throttle->last->dirty_pages == 3);
    REQUIRE(part.capture.lost.size() == 2);
    CHECK(part.capture.lost[0].count == 0);
    CHECK(part.capture.lost[1].count == 2);
    CHECK(part.capture.buffer_bytes == 4096);
}

TEST_CASE("a row that is folded between two cuts takes what it had along") {
    const auto process = [](std::uint32_t tgid, std::uint64_t bytes) {
        model::ProcessFigures row;
        row.tgid = tgid;
        row.charged.bytes = bytes;
        row.charged.requests = bytes / 10;
        return row;
    };
    model::Snapshot older;
    older.processes = {process(1, 100), process(2, 50)};
    model::Snapshot newer;
    newer.processes = {process(2, 60), process(0, 130)};  // the first, with 30 more
    newer.processes[1].role = model::RowRole::other;
    const auto interval = analysis::interval_between(older, newer, 1);
    REQUIRE(interval.processes.size() == 2);
    CHECK(interval.processes[0].charged.bytes == 10);
    CHECK(interval.processes[1].role == model::RowRole::other);
    CHECK(interval.processes[1].charged.bytes == 30);
    CHECK(interval.processes[1].charged.requests == 3);
}

namespace {

model::BudgetRow budget_row(std::uint32_t tgid, std::uint64_t user_ns, std::uint64_t kernel_ns,
                            std::uint64_t lock_ns) {
    model::BudgetRow row;
    row.tgid = tgid;
    row.parts[model::TimePart::cpu_user] = user_ns;
    row.parts[model::TimePart::cpu_kernel] = kernel_ns;
    row.parts[model::TimePart::lock] = lock_ns;
    row.wall_ns = row.parts.sum();
    return row;
}

model::Snapshot with_budget(const std::vector<model::BudgetRow>& rows) {
    model::Snapshot snapshot;
    auto& budget = snapshot.time_budget.emplace();
    budget.rows = rows;
    for (const auto& row : rows) {
        budget.wall_ns += row.wall_ns;
        budget.parts += row.parts;
    }
    return snapshot;
}

}  // namespace

TEST_CASE("parts of the time budget make the wall time of an interval, too") {
    // 7 ended before, and its time on a CPU is split anew; 8 is folded into the row without a
    // number; 9 goes on, and a row of its waits was ahead of it the time before.
    const auto older = with_budget(
        {budget_row(7, 60, 40, 0), budget_row(8, 100, 0, 50), budget_row(9, 10, 0, 90)});
    auto newer = with_budget(
        {budget_row(7, 50, 50, 0), budget_row(0, 110, 0, 60), budget_row(9, 30, 40, 70)});
    newer.capture.duration_ns = second_ns;
    const auto between = analysis::interval_between(older, newer, 2);
    const auto& budget = *between.time_budget;
    REQUIRE(budget.rows.size() == 2);
    CHECK(budget.wall_ns == 60);
    CHECK(budget.parts.sum() == 60);
    CHECK(budget.rows[0].tgid == 9);
    CHECK(budget.rows[0].wall_ns == 40);
    CHECK(budget.rows[0].parts.sum() == 40);
    CHECK(budget.rows[1].tgid == 0);
    CHECK(budget.rows[1].wall_ns == 20);
    CHECK(budget.rows[1].parts[model::TimePart::lock] == 10);
    // Waits that grew more than the wall time did.
    const auto ahead = analysis::interval_between(with_budget({budget_row(9, 20, 80, 0)}),
                                                  with_budget({budget_row(9, 0, 0, 110)}), 2);
    CHECK(ahead.time_budget->rows[0].wall_ns == 10);
    CHECK(ahead.time_budget->rows[0].parts.sum() == 10);
}
