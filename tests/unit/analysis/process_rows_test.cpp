// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "analysis/process_rows.h"

#include "tests/catch.h"
#include "tests/unit/analysis/attribution_fixture.h"

using namespace wbtrace;
using model::ProcessFigures;
using model::RowRole;

namespace {

struct ProcessRowsFixture : tests::Analysed {
    ProcessRowsFixture() : Analysed(analysis::make_process_rows) {}

    /// Rows of a number, the older process first.
    [[nodiscard]] std::vector<ProcessFigures> rows(std::uint32_t tgid) const {
        std::vector<ProcessFigures> found;
        for (const auto& row : filled().processes)
            if (row.role == RowRole::single && row.tgid == tgid) found.push_back(row);
        std::sort(found.begin(), found.end(),
                  [](auto& a, auto& b) { return a.generation < b.generation; });
        return found;
    }
    [[nodiscard]] ProcessFigures row(std::uint32_t tgid) const {
        const auto found = rows(tgid);
        REQUIRE(found.size() == 1);
        return found[0];
    }
};

}  // namespace

TEST_CASE("writeback is charged to the dirtier and issued by the kworker") {
    ProcessRowsFixture fixture;
    fixture.see(tests::dirtied(2000, 4));
    for (int i = 0; i < 101; ++i) fixture.see(tests::written_back(3000));
    const auto dirtier = fixture.row(7);
    CHECK(dirtier.comm == "dd");
    CHECK(dirtier.dirtied_bytes == 4 * 4096);
    CHECK(dirtier.charged.requests == 101);
    CHECK(dirtier.charged.written_back_bytes == 101 * 4096);
    CHECK(dirtier.issued.requests == 0);
    CHECK(dirtier.q2c_ns.count() == 101);
    CHECK(dirtier.q2c_ns.max() == 300);
    const auto issuer = fixture.row(90);
    CHECK(issuer.issued.bytes == 101 * 4096);
    CHECK(issuer.charged.requests == 0);
}

TEST_CASE("direct I/O is charged to its issuer, or to the task a kworker submits it for") {
    ProcessRowsFixture fixture;
    auto record = tests::direct_write(2000, 8);
    fixture.see(record);
    record.flags |= WB_REQUEST_SUBMITTED | WB_REQUEST_ISSUER_KTHREAD;
    record.dirtier_tgid = record.dirtier_pid = 9;
    fixture.see(record);
    CHECK(fixture.row(8).charged.direct_bytes == 4096);
    CHECK(fixture.row(8).issued.bytes == 2 * 4096);
    CHECK(fixture.row(9).charged.direct_bytes == 4096);
}

TEST_CASE("what is nobody's has a row by its kind") {
    ProcessRowsFixture fixture;
    fixture.see(tests::journal_block(2000));
    auto unknown = tests::written_back(2000);
    unknown.flags = WB_REQUEST_INODE_KNOWN;
    fixture.see(unknown);
    std::vector<std::string> titles;
    for (const auto& row : fixture.filled().processes)
        if (row.role == RowRole::kind) titles.push_back(model::title_of(row.kind, row.filesystem));
    CHECK(titles == std::vector<std::string>{"file data", "jbd2"});
}

TEST_CASE("a number that is used again is another process") {
    ProcessRowsFixture fixture;
    fixture.see(tests::dirtied(2000, 1));
    fixture.see(tests::exited(2100, 7, 4096));
    fixture.see(tests::written_back(2200));  // of what it dirtied, after its end
    fixture.see(tests::forked(2300, 7));
    auto second = tests::dirtied(2400, 2);
    tests::set_text(second.comm, "cp");
    fixture.see(second);
    const auto rows = fixture.rows(7);
    REQUIRE(rows.size() == 2);
    CHECK(rows[0].comm == "dd");
    CHECK(rows[0].charged.requests == 1);
    CHECK(rows[0].written_bytes == 4096);
    CHECK(rows[1].dirtied_bytes == 2 * 4096);
    CHECK_FALSE(rows[1].written_bytes.has_value());
}

TEST_CASE("the name is that of the last exec, not that of a thread") {
    ProcessRowsFixture fixture;
    fixture.see(tests::forked(1500, 7));
    auto exec = tests::record_at<wb_task_execed>(WB_EVENT_TASK_EXECED, 1600);
    exec.tgid = 7;
    tests::set_text(exec.comm, "postgres");
    fixture.see(exec);
    auto run = tests::dirtied(2000, 1);
    run.pid = 77;
    tests::set_text(run.comm, "walwriter");
    fixture.see(run);
    fixture.see(tests::dirtied(2100, 1));
    CHECK(fixture.row(7).comm == "postgres");
    CHECK(fixture.row(7).threads == 2);
}

TEST_CASE("what was read and written before the trace does not count") {
    ProcessRowsFixture fixture;
    fixture.context.accounts_at_start = {{7, {7, 1, "dd", 100, 50}}, {8, {8, 1, "fio", 10, 1000}}};
    fixture.context.accounts_now = {{8, {8, 1, "fio", 13, 1017}}, {9, {9, 2, "new", 5, 7}}};
    fixture.see(tests::dirtied(2000, 1));
    auto end = tests::exited(2100, 7, 4096);
    end.start_ns = 10'000'000;
    fixture.see(end);
    fixture.see(tests::direct_write(2000, 8));
    fixture.see(tests::forked(2000, 9));
    fixture.see(tests::direct_write(2000, 9));
    CHECK(fixture.row(7).written_bytes == 4046);
    CHECK(fixture.row(7).read_bytes == 2 * 4096 - 100);
    CHECK(fixture.row(8).written_bytes == 17);
    CHECK(fixture.row(8).read_bytes == 3);
    CHECK(fixture.row(9).written_bytes == 7);
}

TEST_CASE("threads that ended and those that run make the process, each once") {
    ProcessRowsFixture fixture;
    fixture.context.accounts_at_start = {{71, {7, 3, "old", 0, 999}}};
    // 70 has told its end and is still listed; 71 is a new thread with the number of an old one.
    fixture.context.accounts_now = {
        {7, {7, 1, "fio", 0, 5}}, {70, {7, 2, "fio", 0, 1000}}, {71, {7, 9, "fio", 0, 13}}};
    fixture.see(tests::dirtied(2000, 1));
    auto thread = tests::exited(2100, 7, 1000);
    thread.pid = 70;
    thread.start_ns = 29'999'999;
    thread.whole_process = 0;
    fixture.see(thread);
    CHECK(fixture.row(7).written_bytes == 1018);
}

TEST_CASE("of threads that end at once each may be the last, and all count") {
    ProcessRowsFixture fixture;
    fixture.see(tests::dirtied(2000, 1));
    auto thread = tests::exited(2100, 7, 1000);
    thread.pid = 70;
    fixture.see(thread);
    fixture.see(tests::exited(2101, 7, 500));
    CHECK(fixture.row(7).written_bytes == 1500);
}

TEST_CASE("a thread that execs takes over the number of the main one") {
    ProcessRowsFixture fixture;
    fixture.context.accounts_at_start = {{7, {7, 1, "dd", 0, 100}}};
    fixture.context.accounts_now = {{7, {7, 1, "dd", 0, 30}}};
    fixture.see(tests::dirtied(2000, 1));
    auto main = tests::exited(2100, 7, 150);
    main.start_ns = 10'000'000;
    main.whole_process = 0;
    fixture.see(main);
    auto exec = tests::record_at<wb_task_execed>(WB_EVENT_TASK_EXECED, 2200);
    exec.tgid = 7;
    tests::set_text(exec.comm, "dd");
    fixture.see(exec);
    CHECK(fixture.row(7).written_bytes == 80);
}

TEST_CASE("around a command those of others have no account") {
    ProcessRowsFixture fixture;
    fixture.context.has_scope = true;
    fixture.context.accounts_now = {{7, {7, 1, "dd", 0, 30}}};
    auto run = tests::dirtied(2000, 1);
    run.in_scope = 0;
    fixture.see(run);
    CHECK_FALSE(fixture.row(7).written_bytes.has_value());
}

TEST_CASE("a process without an account has none, not 0") {
    ProcessRowsFixture fixture;
    fixture.see(tests::dirtied(2000, 1));
    auto record = tests::exited(2100, 7, 4096);
    record.account_known = 0;
    fixture.see(record);
    CHECK_FALSE(fixture.row(7).written_bytes.has_value());
}

TEST_CASE("by thread each thread has its row") {
    ProcessRowsFixture fixture;
    fixture.context.threads = true;
    auto run = tests::dirtied(2000, 1);
    fixture.see(run);
    run.pid = 77;
    fixture.see(run);
    auto thread = tests::exited(2100, 7, 1000);
    thread.pid = 77;
    thread.whole_process = 0;
    fixture.see(thread);
    fixture.see(tests::exited(2200, 7, 500));
    const auto rows = fixture.rows(7);
    REQUIRE(rows.size() == 2);
    for (const auto& row : rows) CHECK(row.written_bytes == (row.thread == 77 ? 1000 : 500));
}

TEST_CASE("waits are of the task that waited") {
    ProcessRowsFixture fixture;
    fixture.see(tests::dirty_throttled(2000));
    fixture.see(tests::dirty_throttled(3000));
    CHECK(fixture.row(7).throttle_ns == 8'000'000);
}
