// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "analysis/record_filter.h"

#include <string>

#include "analysis/record_totals.h"
#include "tests/catch.h"
#include "tests/records.h"

using namespace wbtrace;
using analysis::Wanted;

namespace {

struct Passed final : events::Sink {
    void on(const wb_request_done&) override { ++requests; }
    void on(const wb_page_run&) override { ++runs; }
    void on(const wb_task_exited&) override { ++exits; }
    void on(const wb_file_seen&) override { ++names; }
    int requests = 0, runs = 0, exits = 0, names = 0;
};

/// A write by a kworker of what `tgid` dirtied.
wb_request_done written_back(std::uint32_t tgid, std::uint64_t cgroup) {
    auto record = tests::request_done(1000);
    record.issuer_tgid = 99;
    tests::set_text(record.issuer_comm, "kworker");
    record.dirtier_tgid = tgid;
    record.dirtier_cgroup_id = cgroup;
    record.flags = WB_REQUEST_DIRTIER_KNOWN | WB_REQUEST_INODE_KNOWN;
    record.inode = 12;
    record.inode_dev = 8U << 20;
    return record;
}

wb_file_seen named(std::uint64_t inode, const char* name) {
    auto record = tests::record_at<wb_file_seen>(WB_EVENT_FILE_SEEN, 1);
    record.inode = inode;
    record.inode_dev = 8U << 20;
    record.names_bytes = static_cast<__u32>(std::string(name).size() + 1);
    tests::set_text(record.names, name);
    return record;
}

wb_task_exited exited(std::uint32_t tgid) {
    auto record = tests::record_at<wb_task_exited>(WB_EVENT_TASK_EXITED, 2000);
    record.tgid = record.pid = tgid;
    return record;
}

}  // namespace

TEST_CASE("without a filter everything passes") {
    const Wanted wanted;
    CHECK_FALSE(wanted.any());
    const analysis::Context context;
    Passed passed;
    analysis::RecordFilter filter(wanted, context, passed);
    filter.on(written_back(7, 1));
    filter.on(tests::page_run(5));
    filter.on(exited(3));
    CHECK(passed.requests + passed.runs + passed.exits == 3);
}

TEST_CASE("who is charged is asked for, not who issued") {
    const analysis::Context context;
    Wanted wanted;
    wanted.processes = {7};
    Passed passed;
    analysis::RecordFilter filter(wanted, context, passed);
    filter.on(exited(7));  // nothing of it has passed yet
    filter.on(written_back(7, 1));
    filter.on(written_back(8, 1));
    auto direct = tests::request_done(5);
    direct.issuer_tgid = 7;
    filter.on(direct);
    filter.on(exited(7));
    CHECK(passed.requests == 2);
    CHECK(passed.exits == 1);
}

TEST_CASE("a dirtier has the name that it had when it dirtied") {
    const analysis::Context context;
    Wanted wanted;
    wanted.comms = {"dd"};
    Passed passed;
    analysis::RecordFilter filter(wanted, context, passed);
    filter.on(written_back(7, 1));  // no name yet
    filter.on(tests::page_run(5));
    filter.on(written_back(7, 1));
    CHECK(passed.runs == 1);
    CHECK(passed.requests == 1);
}

TEST_CASE("a cgroup means those below it, listed or made later") {
    analysis::Context context;
    context.cgroup_paths = {{1, "/a"}, {2, "/a/b"}, {3, "/ab"}};
    Wanted wanted;
    wanted.cgroups = {"/a/"};
    Passed passed;
    analysis::RecordFilter filter(wanted, context, passed);
    auto made = tests::record_at<wb_cgroup_made>(WB_EVENT_CGROUP_MADE, 1);
    made.id = 4;
    tests::set_text(made.path, "/a/new");
    filter.on(made);
    for (std::uint64_t id = 1; id <= 5; ++id) filter.on(written_back(7, id));
    CHECK(passed.requests == 3);  // 1, 2 and 4
}

TEST_CASE("a file means its pages, and a folder those below") {
    const analysis::Context context;
    Wanted wanted;
    wanted.files = {"/log"};
    Passed passed;
    analysis::RecordFilter filter(wanted, context, passed);
    filter.on(named(13, "logs"));
    filter.on(written_back(7, 1));
    filter.on(named(12, "log"));
    filter.on(written_back(7, 1));
    filter.on(tests::request_done(5));  // of no file
    CHECK(passed.requests == 1);
    CHECK(passed.names == 1);
}

TEST_CASE("operation, time and disk are asked for") {
    const analysis::Context context;
    Wanted wanted;
    wanted.operations = 1U << WB_OP_WRITE;
    wanted.min_latency_ns = 300;  // what tests::request_done() takes
    wanted.disks = {8U << 20};
    CHECK(wanted.parts_of_disks());
    Passed passed;
    analysis::RecordFilter filter(wanted, context, passed);
    filter.on(tests::request_done(1000));
    auto other = tests::request_done(1000);
    other.op = WB_OP_READ;
    filter.on(other);
    other = tests::request_done(1000);
    other.queued_ns += 1;
    filter.on(other);
    other = tests::request_done(1000);
    other.dev = 9U << 20;
    filter.on(other);
    CHECK(passed.requests == 1);
}

TEST_CASE("records are counted as the kernel counts them") {
    analysis::RecordTotals counted;
    auto request = written_back(7, 1);
    request.device_slot = 3;
    request.flags |= WB_REQUEST_ISSUER_IN_SCOPE;  // the dirtier decides
    counted.on(request);
    request.flags |= WB_REQUEST_DIRTIER_IN_SCOPE | WB_REQUEST_AFTER_COMMAND;
    request.error = 10;
    request.requeues = 2;
    counted.on(request);
    request.device_slot = WB_MAX_DEVICES;  // made up
    counted.on(request);
    counted.on(tests::page_run(5));
    counted.on(tests::dirty_throttled(6));
    const auto totals = counted.totals();
    REQUIRE(totals.devices.size() == 1);
    CHECK(totals.devices[0].slot == 3);
    CHECK(totals.devices[0].where.dev == 8U << 20);
    const auto& ops = totals.devices[0].totals.op;
    CHECK(ops[WB_PHASE_RUNNING][WB_OWNER_OTHERS][WB_OP_WRITE].requests == 1);
    const auto& later = ops[WB_PHASE_SETTLING][WB_OWNER_SCOPE][WB_OP_WRITE];
    CHECK(later.requests == 1);
    CHECK(later.bytes == 4096);
    CHECK(later.errors == 1);
    CHECK(later.requeued == 2);
    CHECK(totals.cpu.pages[WB_OWNER_OTHERS][WB_PAGES_DIRTIED].folios == 10);
    CHECK(totals.cpu.throttle[WB_OWNER_OTHERS].waits == 1);
    CHECK(totals.cpu.throttle[WB_OWNER_OTHERS].pause_jiffies == 1);
}
