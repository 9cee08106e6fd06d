// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "analysis/sync_rows.h"

#include "tests/catch.h"

using namespace wbtrace;

namespace {

constexpr std::uint32_t rows_sda = 8U << 20;

model::SyncTime calls_of_100ns(std::uint64_t calls) {
    model::SyncTime time;
    time.duration_ns.record(100, calls);
    return time;
}

/// A process of the command with 7 calls on a file, and one of others; a row by kind each.
model::Snapshot traced_command() {
    model::Snapshot snapshot;
    snapshot.run.emplace();
    auto& sync = snapshot.sync_calls.emplace();
    sync.by_process = {{4711, calls_of_100ns(7)}};
    sync.by_file = {{{rows_sda, 12, 5}, calls_of_100ns(7)}};
    snapshot.processes.resize(3);
    snapshot.processes[0].tgid = 4711;
    snapshot.processes[0].in_scope = true;
    snapshot.processes[1].tgid = 612;
    snapshot.processes[2].role = model::RowRole::kind;
    snapshot.files.resize(3);
    snapshot.files[0].s_dev = snapshot.files[1].s_dev = rows_sda;
    snapshot.files[0].inode = snapshot.files[1].inode = 12;
    snapshot.files[0].generation = 5;
    snapshot.files[1].generation = 6;  // a later file of that number
    snapshot.files[2].role = model::RowRole::other;
    return snapshot;
}

}  // namespace

TEST_CASE("processes and files have the sync calls that were theirs") {
    auto snapshot = traced_command();
    analysis::give_syncs_to_rows(snapshot);
    REQUIRE(snapshot.processes[0].syncs.has_value());
    CHECK(snapshot.processes[0].syncs->calls() == 7);
    CHECK(snapshot.processes[0].syncs->duration_ns.sum() == 700);
    CHECK(snapshot.processes[0].syncs->duration_ns.quantile(0.99) == 100);
    REQUIRE(snapshot.files[0].syncs.has_value());
    CHECK(snapshot.files[0].syncs->calls() == 7);
    REQUIRE(snapshot.files[1].syncs.has_value());
    CHECK(snapshot.files[1].syncs->calls() == 0);
    CHECK_FALSE(snapshot.processes[2].syncs.has_value());
    CHECK_FALSE(snapshot.files[2].syncs.has_value());
}

TEST_CASE("calls of others are known to be none only when everybody is followed") {
    auto snapshot = traced_command();
    analysis::give_syncs_to_rows(snapshot);
    CHECK_FALSE(snapshot.processes[1].syncs.has_value());
    snapshot.run.reset();
    analysis::give_syncs_to_rows(snapshot);
    REQUIRE(snapshot.processes[1].syncs.has_value());
    CHECK(snapshot.processes[1].syncs->calls() == 0);
}

TEST_CASE("calls by number belong to none of the processes that shared it, and to no thread") {
    auto snapshot = traced_command();
    snapshot.processes[1].tgid = 4711;
    snapshot.processes[1].generation = 2;
    analysis::give_syncs_to_rows(snapshot);
    CHECK_FALSE(snapshot.processes[0].syncs.has_value());
    CHECK_FALSE(snapshot.processes[1].syncs.has_value());

    snapshot = traced_command();
    snapshot.processes[0].thread = 4712;
    analysis::give_syncs_to_rows(snapshot);
    CHECK_FALSE(snapshot.processes[0].syncs.has_value());
}

TEST_CASE("sync calls that were not followed, or found no room, are not told as none") {
    auto snapshot = traced_command();
    snapshot.sync_calls.reset();
    analysis::give_syncs_to_rows(snapshot);
    CHECK_FALSE(snapshot.processes[0].syncs.has_value());
    CHECK_FALSE(snapshot.files[0].syncs.has_value());

    snapshot = traced_command();
    snapshot.sync_calls->all_files = false;
    analysis::give_syncs_to_rows(snapshot);
    CHECK(snapshot.files[0].syncs.has_value());
    CHECK_FALSE(snapshot.files[1].syncs.has_value());
}
