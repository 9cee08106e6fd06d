// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// Whatever the records say: each table adds up to the requests of the devices.
#include <random>

#include "analysis/cgroup_rows.h"
#include "analysis/charge.h"
#include "analysis/file_rows.h"
#include "analysis/process_rows.h"
#include "analysis/request_kinds.h"
#include "bpf/abi/probe_config.h"
#include "tests/catch.h"
#include "tests/unit/analysis/attribution_fixture.h"

using namespace wbtrace;

namespace {

constexpr std::size_t records = 120'011;

wb_request_done any_request(std::mt19937_64& random) {
    auto record = tests::request_done(1'000'000 + random() % 1'000'000);
    const bool plain = random() % 2 == 0;  // writeback of a file
    if (!plain) record.op = static_cast<__u8>(random() % (WB_OP_COUNT + 1));
    record.flags = WB_REQUEST_INODE_KNOWN | WB_REQUEST_DIRTIER_KNOWN;
    if (!plain) record.flags = static_cast<__u16>(random() & 0x3ff);
    if (!plain) record.cmd_flags = static_cast<__u32>(random()) & (1U << 12 | 1U << 15 | 1U << 24);
    record.device_slot = static_cast<__u32>(random() % 3);
    record.dev = (8U << 20) + 16 * record.device_slot;
    record.inode_dev = random() % 3 == 0 ? 3 : tests::ext4_dev;
    record.inode = random() % 400'000;  // more than a table holds
    record.dirtier_tgid = static_cast<__u32>(random() % 20'000);
    record.issuer_tgid = static_cast<__u32>(random() % 20'000);
    record.dirtier_cgroup_id = random() % 10'000;
    record.cgroup_id = random() % 10'000;
    record.done_bytes = static_cast<__u32>(random() % (1U << 20));
    record.sector = random() % 5 == 0 ? UINT64_MAX : random() % 1000;
    if (random() % 4 == 0) tests::set_text(record.issuer_comm, "jbd2/sda-8");
    return record;
}

template <typename Rows>
model::IoCount sum_of(const Rows& rows) {
    model::IoCount sum;
    for (const auto& row : rows) {
        sum.requests += row.charged.requests;
        sum.bytes += row.charged.bytes;
        CHECK(row.charged.direct_bytes + row.charged.written_back_bytes +
                  row.charged.fetched_bytes <=
              row.charged.bytes);
    }
    return sum;
}

}  // namespace

TEST_CASE("kinds, files, processes and cgroups add up to the records") {
    const auto context = tests::ext4_on_sda();
    std::vector<std::unique_ptr<analysis::Aggregator>> tables;
    for (auto* make : {analysis::make_request_kinds, analysis::make_file_rows,
                       analysis::make_process_rows, analysis::make_cgroup_rows})
        tables.push_back(make(context));
    std::mt19937_64 random(1009);
    model::IoCount seen;
    std::uint64_t written = 0;
    for (std::size_t i = 0; i < records; ++i) {
        const auto record = any_request(random);
        ++seen.requests;
        seen.bytes += record.done_bytes;
        if (record.op == WB_OP_WRITE) written += record.done_bytes;
        for (const auto& table : tables) static_cast<events::Sink&>(*table).on(record);
    }
    model::Snapshot snapshot;
    for (const auto& table : tables) table->fill(snapshot);

    model::IoCount kinds;
    for (const auto& device : snapshot.devices)
        for (const auto& row : device.by_kind) {
            kinds.requests += row.requests;
            kinds.bytes += row.bytes;
            written -= row.written_bytes;
        }
    CHECK(written == 0);
    for (const auto& sum :
         {kinds, sum_of(snapshot.files), sum_of(snapshot.processes), sum_of(snapshot.cgroups)}) {
        CHECK(sum.requests == seen.requests);
        CHECK(sum.bytes == seen.bytes);
    }
    CHECK(snapshot.files.back().role == model::RowRole::other);
    CHECK(snapshot.processes.back().role == model::RowRole::other);
    CHECK(snapshot.cgroups.back().role == model::RowRole::other);
    model::IoCount issued;
    for (const auto& row : snapshot.processes) issued.requests += row.issued.requests;
    CHECK(issued.requests == seen.requests);
}

TEST_CASE("a device above others is in no table, but has its kinds") {
    auto context = tests::ext4_on_sda();
    context.upper_devices = {8U << 20};
    for (auto* make : {analysis::make_file_rows, analysis::make_process_rows,
                       analysis::make_cgroup_rows, analysis::make_request_kinds}) {
        const auto table = make(context);
        static_cast<events::Sink&>(*table).on(tests::written_back(2000));
        model::Snapshot snapshot;
        table->fill(snapshot);
        CHECK(snapshot.files.empty());
        CHECK(snapshot.processes.empty());
        CHECK(snapshot.cgroups.empty());
        if (!snapshot.devices.empty()) CHECK(snapshot.devices[0].by_kind.size() == 1);
    }
}

// An ext4 on loop0, a file on sda with direct I/O; another one on sda itself.
TEST_CASE("what a loop device with direct I/O passes on counts once") {
    constexpr std::uint32_t loop = 7U << 20, sda = 8U << 20, node = 3;
    auto context = tests::ext4_on_sda();
    context.filesystems.add(loop, {"ext4", "/scratch"});
    context.filesystems.add_place(loop, 0, UINT64_MAX, loop);
    auto of_file = tests::written_back(2000);
    of_file.inode_dev = loop;
    auto own = tests::written_back(2000);
    own.flags |= WB_REQUEST_FROM_ABOVE;  // the driver's thread writes back a file of sda's own
    auto direct = tests::direct_write(2000, 7);
    auto passed = direct;
    passed.flags |= WB_REQUEST_FROM_ABOVE | WB_REQUEST_ISSUER_KTHREAD | WB_REQUEST_SUBMITTED;
    auto of_node = passed;
    of_node.flags = WB_REQUEST_FROM_ABOVE | WB_REQUEST_INODE_KNOWN;
    of_node.inode_dev = node;
    for (const auto* record : {&of_file, &own, &direct, &passed, &of_node})
        CHECK(analysis::counts_in_tables(*record, context));
    context.loops_above[sda] = {loop};
    CHECK(analysis::counts_in_tables(own, context));
    CHECK(analysis::counts_in_tables(direct, context));
    for (auto* record : {&of_file, &passed, &of_node}) {
        CHECK_FALSE(analysis::counts_in_tables(*record, context));
        record->dev = loop;
        CHECK(analysis::counts_in_tables(*record, context));
    }
}

TEST_CASE("what the kernel counted beyond the records is said to be unattributed") {
    const auto context = tests::ext4_on_sda();
    const auto table = analysis::make_request_kinds(context);
    for (int i = 0; i < 7; ++i) static_cast<events::Sink&>(*table).on(tests::written_back(2000));
    model::Snapshot snapshot;
    snapshot.devices.resize(2);
    snapshot.devices[1].slot = 1;
    snapshot.devices[0].by_op[1].totals = {10, 10 * 4096, 0, 0};
    snapshot.devices[1].by_op[1].totals = {3, 100, 0, 0};
    table->fill(snapshot);
    CHECK(snapshot.devices[0].by_kind.at(0).requests == 7);
    CHECK(snapshot.devices[0].unattributed.requests == 3);
    CHECK(snapshot.devices[0].unattributed.bytes == 3 * 4096);
    CHECK(snapshot.devices[1].unattributed.requests == 3);
}

TEST_CASE("cgroups are charged with what their tasks dirtied, by their names") {
    auto context = tests::ext4_on_sda();
    context.cgroup_paths[70] = "/system.slice";
    const auto table = analysis::make_cgroup_rows(context);
    auto& sink = static_cast<events::Sink&>(*table);
    auto made = tests::record_at<wb_cgroup_made>(WB_EVENT_CGROUP_MADE, 1500);
    made.id = 80;
    tests::set_text(made.path, "/job");
    sink.on(made);
    sink.on(tests::dirtied(2000, 2));
    sink.on(tests::written_back(2100));
    sink.on(tests::direct_write(2200, 8));
    model::Snapshot snapshot;
    table->fill(snapshot);
    REQUIRE(snapshot.cgroups.size() == 2);
    CHECK(snapshot.cgroups[0].path == "/system.slice");
    CHECK(snapshot.cgroups[0].dirtied_bytes == 2 * 4096);
    CHECK(snapshot.cgroups[0].charged.written_back_bytes == 4096);
    CHECK(snapshot.cgroups[0].block_charged_bytes == 4096);
    CHECK(snapshot.cgroups[1].path == "/job");
    CHECK(snapshot.cgroups[1].charged.direct_bytes == 4096);
}
