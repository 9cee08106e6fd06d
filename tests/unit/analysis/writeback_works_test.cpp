// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "analysis/writeback_works.h"

#include "tests/catch.h"
#include "tests/records.h"

using namespace wbtrace;

namespace {

struct WritebackWorksFixture {
    analysis::Context context{.start_ns = 1000,
                              .writeback_reasons = {{0, "background"}, {2, "sync"}},
                              .bdi_names = {{"8:0", "sda"}}};
    std::unique_ptr<analysis::Aggregator> aggregator = analysis::make_writeback_works(context);

    void see(const wb_work_finished& record) { static_cast<events::Sink&>(*aggregator).on(record); }
    [[nodiscard]] model::Snapshot filled() const {
        model::Snapshot snapshot;
        aggregator->fill(snapshot);
        return snapshot;
    }
    [[nodiscard]] model::WritebackFigures figures() const { return *filled().writeback; }
};

}  // namespace

TEST_CASE("works are grouped by reason and device, most pages first") {
    WritebackWorksFixture fixture;
    for (int i = 0; i < 13; ++i) fixture.see(tests::work_finished(2000, 1));
    auto record = tests::work_finished(2000, 100);
    record.reason = 2;
    record.queued_ns = record.started_ns - 30;
    fixture.see(record);
    record.reason = 77;
    record.pages = 5;
    tests::set_text(record.bdi_name, "btrfs-1");
    record.dev = 0;
    fixture.see(record);

    const auto figures = fixture.figures();
    CHECK(figures.works == 15);
    CHECK(figures.pages == 118);
    REQUIRE(figures.by_reason.size() == 3);
    CHECK(figures.by_reason[0].reason == "sync");
    CHECK(figures.by_reason[0].device == "sda");
    CHECK(figures.by_reason[0].queued_to_started_ns.sum() == 30);
    CHECK(figures.by_reason[0].started_to_finished_ns.sum() == 100);
    CHECK(figures.by_reason[1].reason == "background");
    CHECK(figures.by_reason[1].works == 13);
    CHECK(figures.by_reason[1].queued_to_started_ns.empty());
    CHECK(figures.by_reason[2].reason == "reason 77");
    CHECK(figures.by_reason[2].device == "btrfs-1");
}

TEST_CASE("the ten largest works are kept, of equal ones the earlier") {
    WritebackWorksFixture fixture;
    for (std::uint64_t i = 0; i < 31; ++i) {
        auto record = tests::work_finished(2000 + i, i % 4 == 0 ? 9 : 1);
        record.turns = static_cast<std::uint32_t>(i);
        fixture.see(record);
    }
    std::vector<std::uint32_t> kept;
    for (const auto& work : fixture.figures().largest) kept.push_back(work.turns);
    CHECK(kept == std::vector<std::uint32_t>{0, 4, 8, 12, 16, 20, 24, 28, 1, 2});
}

TEST_CASE("times of a work are since the start of the trace") {
    WritebackWorksFixture fixture;
    auto record = tests::work_finished(5000, 3);
    record.queued_ns = 4500;
    record.requester_pid = 71;
    record.requester_tgid = 70;
    tests::set_text(record.requester_comm, "0123456789abcdefg");
    fixture.see(record);
    const auto work = fixture.figures().largest.at(0);
    CHECK(work.queued_ns == 3500U);
    CHECK(work.started_ns == 3900);
    CHECK(work.finished_ns == 4000);
    CHECK(work.requester_comm == "0123456789abcdef");
    CHECK(work.requester_tgid == 70);
}

TEST_CASE("a work from before the trace, and one that nobody queued") {
    WritebackWorksFixture fixture;
    auto record = tests::work_finished(1500, 3);
    record.queued_ns = 10;
    record.started_ns = 20;
    fixture.see(record);
    auto own = tests::work_finished(1500, 2);
    tests::set_text(own.requester_comm, "garbage");
    fixture.see(own);
    const auto largest = fixture.figures().largest;
    REQUIRE(largest.size() == 2);
    CHECK(largest[0].queued_ns == 0U);
    CHECK(largest[0].started_ns == 0);
    CHECK_FALSE(largest[1].queued_ns.has_value());
    CHECK(largest[1].requester_comm.empty());
}

TEST_CASE("a work that ended before it began is 0 and counted") {
    WritebackWorksFixture fixture;
    auto record = tests::work_finished(1500, 3);
    record.started_ns = 1501;
    record.queued_ns = 1502;
    fixture.see(record);
    CHECK(fixture.figures().by_reason.at(0).started_to_finished_ns.max() == 0);
    CHECK(fixture.figures().by_reason.at(0).queued_to_started_ns.max() == 0);
    CHECK(fixture.filled().capture.clock_anomalies == 2);
}

TEST_CASE("works that are not finished are told with the names of the rest") {
    WritebackWorksFixture fixture;
    const std::vector<analysis::RunningWork> works = {
        {2, 8U << 20, "8:0", 1400, 1500, 3, 1, 7, "fio"},
        {9, 0, "btrfs-1", 0, 1200, 5, 2, 0, ""},
    };
    model::WritebackFigures figures;
    analysis::tell_running(works, fixture.context, figures);
    REQUIRE(figures.running);
    REQUIRE(figures.running->size() == 2);
    CHECK(figures.running->at(0).reason == "reason 9");
    CHECK(figures.running->at(0).device == "btrfs-1");
    CHECK(figures.running->at(0).started_ns == 200);
    CHECK_FALSE(figures.running->at(0).queued_ns.has_value());
    CHECK(figures.running->at(1).reason == "sync");
    CHECK(figures.running->at(1).device == "sda");
    CHECK(figures.running->at(1).queued_ns == 400U);
    CHECK(figures.running->at(1).requester_comm == "fio");
}
