// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "analysis/sync_calls.h"

#include "tests/catch.h"
#include "tests/records.h"

using namespace wbtrace;

namespace {

constexpr std::uint32_t sync_sda = 8U << 20;
constexpr std::uint32_t sync_btrfs = 42;

struct SyncCallsFixture {
    analysis::Context context{.start_ns = 500};
    std::unique_ptr<analysis::Aggregator> aggregator = analysis::make_sync_calls(context);

    template <typename Record>
    void see(const Record& record) {
        static_cast<events::Sink&>(*aggregator).on(record);
    }
    [[nodiscard]] model::SyncFigures figures() const {
        model::Snapshot snapshot;
        aggregator->fill(snapshot);
        REQUIRE(snapshot.sync_calls.has_value());
        return *snapshot.sync_calls;
    }
    [[nodiscard]] const model::SyncCallFigures fsync() const { return figures().by_call[0]; }
};

wb_request_done request(std::uint64_t from_ns, std::uint64_t to_ns) {
    auto record = tests::request_done(to_ns);
    record.queued_ns = record.issued_ns = from_ns;
    return record;
}

wb_request_done data(std::uint64_t from_ns, std::uint64_t to_ns, std::uint64_t inode = 12) {
    auto record = request(from_ns, to_ns);
    record.flags = WB_REQUEST_INODE_KNOWN;
    record.inode = inode;
    record.inode_dev = sync_sda;
    return record;
}

wb_request_done journal(std::uint64_t from_ns, std::uint64_t to_ns) {
    auto record = request(from_ns, to_ns);
    record.flags = WB_REQUEST_ISSUER_KTHREAD;
    tests::set_text(record.issuer_comm, "jbd2/sync_sda-8");
    return record;
}

wb_request_done flush(std::uint64_t from_ns, std::uint64_t to_ns) {
    auto record = request(from_ns, to_ns);
    record.op = WB_OP_FLUSH;
    record.sector = UINT64_MAX;
    record.bytes = record.done_bytes = 0;
    return record;
}

void check_adds_up(const model::SyncWait& wait, std::uint64_t duration_ns) {
    CHECK(wait.data_ns + wait.journal_ns + wait.flush_ns + wait.rest_ns == duration_ns);
}

}  // namespace

TEST_CASE("a call waits for its data, then for the journal and its flushes") {
    SyncCallsFixture fixture;
    const auto began = tests::sync_began(1000);
    fixture.see(began);
    fixture.see(data(900, 1100));
    fixture.see(data(1050, 1300));
    fixture.see(flush(1400, 1500));
    fixture.see(journal(1350, 1600));  // its first 50 ns and last 100 ns are not the flush's
    fixture.see(flush(1600, 1700));
    fixture.see(tests::sync_ended(began, 1800));

    const auto fsync = fixture.fsync();
    CHECK(fsync.duration_ns.count() == 1);
    CHECK(fsync.duration_ns.sum() == 800);
    REQUIRE(fsync.followed == 1);
    CHECK(fsync.wait.data_ns == 300);
    CHECK(fsync.wait.flush_ns == 200);
    CHECK(fsync.wait.journal_ns == 150);
    CHECK(fsync.wait.rest_ns == 150);
    check_adds_up(fsync.wait, 800);
    CHECK(fsync.wait.data.requests == 2);
    CHECK(fsync.wait.data.bytes == 8192);
    CHECK(fsync.wait.flush.requests == 2);
    CHECK(fsync.wait.flush.bytes == 0);
    CHECK(fsync.wait.journal.requests == 1);
    CHECK(fsync.wait.journal.bytes == 4096);
}

TEST_CASE("other files, other disks and what ends outside are not waited for") {
    SyncCallsFixture fixture;
    fixture.see(data(800, 950));
    const auto began = tests::sync_began(1000);
    fixture.see(began);
    fixture.see(data(1000, 1100, 13));
    auto other = data(1000, 1200);
    other.generation = 1;
    fixture.see(other);
    other = journal(1000, 1300);
    other.dev = sync_sda + 16;
    fixture.see(other);
    auto read = data(1000, 1350);
    read.op = WB_OP_READ;
    fixture.see(read);
    fixture.see(tests::sync_ended(began, 1400));
    fixture.see(data(1000, 1500));
    const auto fsync = fixture.fsync();
    CHECK(fsync.wait.rest_ns == 400);
    CHECK(fsync.wait.data.requests + fsync.wait.journal.requests == 0);
}

TEST_CASE("the journal of another partition of the disk is not waited for") {
    SyncCallsFixture fixture;
    auto began = tests::sync_began(1000);
    began.sync.inode_dev = sync_sda + 1;
    began.sync.first_sector = 2048;
    began.sync.sectors = 1000;
    fixture.see(began);
    for (const std::uint64_t sector : {std::uint64_t{2047}, std::uint64_t{3048}}) {
        auto other = journal(1000, 1100);
        other.sector = sector;
        fixture.see(other);
    }
    auto own = journal(1100, 1150);
    own.sector = 3047;
    fixture.see(own);
    fixture.see(flush(1200, 1300));
    fixture.see(tests::sync_ended(began, 1400));
    const auto fsync = fixture.fsync();
    CHECK(fsync.wait.journal.requests == 1);
    CHECK(fsync.wait.journal_ns == 50);
    CHECK(fsync.wait.flush_ns == 100);
}

TEST_CASE("calls that wait at the same time share the commit") {
    SyncCallsFixture fixture;
    const auto first = tests::sync_began(1000);
    auto second = tests::sync_began(1200);
    second.sync.pid = 8;
    second.sync.inode = 13;
    fixture.see(first);
    fixture.see(flush(1000, 1100));
    fixture.see(second);
    fixture.see(journal(1150, 1300));
    fixture.see(tests::sync_ended(first, 1400));
    fixture.see(journal(1400, 1500));
    fixture.see(tests::sync_ended(second, 1500));
    const auto figures = fixture.figures();
    CHECK(figures.by_call[0].wait.flush.requests == 1);
    CHECK(figures.by_call[0].wait.journal.requests == 1 + 2);
    CHECK(figures.by_call[0].wait.journal_ns == 150 + 100 + 100);
    REQUIRE(figures.by_process.size() == 1);
    CHECK(figures.by_process[0].tgid == 7);
    CHECK(figures.by_process[0].time.calls() == 2);
    CHECK(figures.by_process[0].time.duration_ns.sum() == 700);
    REQUIRE(figures.by_file.size() == 2);
    const auto thirteenth =
        std::find_if(figures.by_file.begin(), figures.by_file.end(), [](const auto& synced) {
            return synced.file == model::SyncFile{sync_sda, 13, 0};
        });
    REQUIRE(thirteenth != figures.by_file.end());
    CHECK(thirteenth->time.duration_ns.sum() == 300);
    CHECK(figures.unfinished == 0);
}

TEST_CASE("logs and commit blocks are the journal, a write with FUA is a flush") {
    SyncCallsFixture fixture;
    fixture.context.request_bits = {1U << 12, 1U << 15, 0};
    fixture.context.filesystems.add(sync_sda, {"xfs", "/"});
    fixture.context.filesystems.add_place(sync_sda, 0, UINT64_MAX, sync_sda);
    const auto began = tests::sync_began(1000);
    fixture.see(began);
    auto log = request(1000, 1100);
    log.cmd_flags = 1U << 11 | 1U << 12 | 1U << 15 | 1U << 17;
    fixture.see(log);
    auto fua = request(1100, 1200);
    fua.cmd_flags = 1U << 17;
    fixture.see(fua);
    auto commit_block = request(1200, 1300);  // of the device's pages, through a kworker
    commit_block.cmd_flags = 1U << 11;
    commit_block.flags = WB_REQUEST_ISSUER_KTHREAD | WB_REQUEST_INODE_KNOWN;
    commit_block.inode_dev = 3;
    fixture.see(commit_block);
    commit_block.cmd_flags = 0;  // periodic writeback
    fixture.see(commit_block);
    fixture.see(tests::sync_ended(began, 1300));
    CHECK(fixture.fsync().wait.journal.requests == 2);
    CHECK(fixture.fsync().wait.flush.requests == 1);
    CHECK(fixture.fsync().wait.flush.bytes == 4096);
}

TEST_CASE("the disks of a btrfs are those that carry its pages") {
    SyncCallsFixture fixture;
    auto began = tests::sync_began(1000);
    began.sync.inode_dev = sync_btrfs;
    began.sync.disk_dev = 0;
    fixture.see(began);
    fixture.see(flush(1000, 1050));  // nothing tells yet that this is its disk
    auto own = data(1000, 1100);
    own.inode_dev = sync_btrfs;
    fixture.see(own);
    own.flags |= WB_REQUEST_BIO_BASED;  // the same once more, as a stacked device saw it
    own.dev = 9U << 20;
    fixture.see(own);
    auto tree = data(1100, 1200, 1);
    tree.inode_dev = sync_btrfs;
    fixture.see(tree);
    fixture.see(flush(1200, 1300));
    fixture.see(tests::sync_ended(began, 1300));
    const auto wait = fixture.fsync().wait;
    CHECK(wait.data.requests == 1);
    CHECK(wait.journal.requests == 1);
    CHECK(wait.flush.requests == 1);
    CHECK(wait.flush_ns == 100);
}

TEST_CASE("a call that cannot be followed has a duration and no wait") {
    SyncCallsFixture fixture;
    auto began = tests::sync_began(1000);
    SECTION("its disk is not traced") { began.sync.flags = WB_SYNC_FILE_KNOWN; }
    SECTION("its file is not known") {
        began.sync.call = WB_SYNC_MSYNC;
        began.sync.flags = WB_SYNC_DISK_TRACED;
    }
    SECTION("no page of its file system was seen on a disk") {
        began.sync.inode_dev = 23;
        began.sync.disk_dev = 0;
    }
    fixture.see(began);
    fixture.see(data(1000, 1100));
    fixture.see(tests::sync_ended(began, 1300));
    const auto figures = fixture.figures();
    REQUIRE(figures.slowest.size() == 1);
    CHECK_FALSE(figures.slowest[0].wait.has_value());
    CHECK(figures.slowest[0].duration_ns == 300);
    CHECK(figures.by_call[began.sync.call].duration_ns.count() == 1);
    CHECK(figures.by_call[began.sync.call].followed == 0);
}

TEST_CASE("an end without its begin, and a begin without its end") {
    SyncCallsFixture fixture;
    fixture.see(tests::sync_ended(tests::sync_began(1000), 1100));
    CHECK(fixture.fsync().duration_ns.sum() == 100);
    CHECK(fixture.fsync().followed == 0);
    fixture.see(tests::sync_began(2000));
    CHECK(fixture.figures().unfinished == 1);
    const auto began = tests::sync_began(3000);  // the same thread: the end was lost
    fixture.see(began);
    fixture.see(tests::sync_ended(began, 3200));
    CHECK(fixture.fsync().duration_ns.count() == 2);
    CHECK(fixture.figures().unfinished == 0);
}

TEST_CASE("syncfs waits for all data of its file system, sync for all there is") {
    SyncCallsFixture fixture;
    auto syncfs = tests::sync_began(1000);
    syncfs.sync.call = WB_SYNC_SYNCFS;
    auto sync = tests::sync_began(1000);
    sync.sync = {};
    sync.sync.start_ns = 1000;
    sync.sync.pid = 9;
    sync.sync.call = WB_SYNC_SYNC;
    sync.sync.flags = WB_SYNC_DISK_TRACED;
    fixture.see(syncfs);
    fixture.see(sync);
    fixture.see(data(1000, 1100, 99));
    auto elsewhere = data(1000, 1200);
    elsewhere.inode_dev = elsewhere.dev = sync_sda + 16;
    fixture.see(elsewhere);
    fixture.see(tests::sync_ended(syncfs, 1300));
    fixture.see(tests::sync_ended(sync, 1300));
    CHECK(fixture.figures().by_call[WB_SYNC_SYNCFS].wait.data.requests == 1);
    CHECK(fixture.figures().by_call[WB_SYNC_SYNCFS].wait.data_ns == 100);
    CHECK(fixture.figures().by_call[WB_SYNC_SYNC].wait.data.requests == 2);
    CHECK(fixture.figures().by_call[WB_SYNC_SYNC].wait.data_ns == 200);
}

TEST_CASE("the ten slowest are kept, longest first") {
    SyncCallsFixture fixture;
    for (std::uint64_t i = 1; i <= 23; ++i) {
        const auto began = tests::sync_began(1000 * i);
        fixture.see(began);
        auto ended = tests::sync_ended(began, 1000 * i + (i * 7) % 23);
        if (i == 13) ended.ret = -5;  // 13 * 7 % 23 == 22
        fixture.see(ended);
    }
    const auto figures = fixture.figures();
    REQUIRE(figures.slowest.size() == 10);
    for (std::uint64_t i = 0; i < 10; ++i) CHECK(figures.slowest[i].duration_ns == 22 - i);
    CHECK(figures.slowest[0].error == 5);
    CHECK(figures.slowest[0].started_ns == 12'500);
    CHECK(figures.slowest[0].comm == "db");
    CHECK(figures.by_call[0].failed == 1);
}

TEST_CASE("those who wait are bounded") {
    SyncCallsFixture fixture;
    for (std::uint32_t i = 1; i <= 5000; ++i) {
        auto began = tests::sync_began(1000);
        began.sync.pid = i;
        fixture.see(began);
    }
    CHECK(fixture.figures().unfinished == 1024);
}
