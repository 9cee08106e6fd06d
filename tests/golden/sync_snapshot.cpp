// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tests/golden/snapshots.h"

namespace wbtrace::golden {

using model::SyncCall;

namespace {

model::SyncCallFigures calls_of(std::uint64_t middle_ns, std::uint64_t calls,
                                const model::SyncWait& wait) {
    model::SyncCallFigures figures;
    figures.duration_ns = spread(middle_ns, calls);
    figures.followed = calls;
    figures.wait = wait;
    return figures;
}

model::SlowSync slow(SyncCall call, std::uint64_t duration_ns) {
    model::SlowSync row;
    row.call = call;
    row.tgid = row.pid = 4711;
    row.comm = "postgres";
    row.file = model::SyncFile{8U << 20, 131'077, 0x5a17};
    row.started_ns = 1'000'000'000 + duration_ns;
    row.duration_ns = duration_ns;
    return row;
}

}  // namespace

model::Snapshot sync_heavy() {
    auto snapshot = plain_dd();
    snapshot.run = run_of({"pgbench", "-c", "7"});
    auto& sync = snapshot.sync_calls.emplace();
    sync.by_call[0] = calls_of(9'700'000, 127,
                               {812'000'000,
                                61'000'000,
                                417'000'000,
                                9'000'000,
                                {131, 536'576},
                                {254, 0},
                                {381, 1'560'576}});
    sync.by_call[1] =
        calls_of(2'100'000, 31, {65'100'000, 9'300'000, 0, 1'100'000, {31, 126'976}, {31, 0}, {}});
    sync.by_call[1].failed = 2;
    sync.by_call[4] = calls_of(400'000, 3, {});
    sync.by_call[4].followed = 0;
    sync.slowest = {slow(SyncCall::fsync, 4'021'000'000), slow(SyncCall::fdatasync, 38'000'000),
                    slow(SyncCall::msync, 1'210'000)};
    sync.slowest[0].wait = {4'003'000'000,    1'300'000, 16'200'000, 500'000,
                            {23, 83'886'080}, {2, 0},    {3, 12'288}};
    sync.slowest[0].path = "/var/lib/postgresql/16/main/pg_wal/000000010000000000000001";
    sync.slowest[1].wait = {36'900'000, 1'000'000, 0, 100'000, {1, 8192}, {1, 0}, {}};
    sync.slowest[1].error = 5;
    sync.slowest[1].comm = "wal\x1b[31mwriter";
    sync.slowest[2].file.reset();
    sync.unfinished = 1;
    snapshot.processes[0].syncs = model::SyncTime{spread(8'700'000, 157)};
    snapshot.files[0].syncs = model::SyncTime{spread(8'800'000, 154)};
    snapshot.files[1].syncs = model::SyncTime{};
    return snapshot;
}

}  // namespace wbtrace::golden
