// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// Who and what, for the snapshots.
#include <fmt/format.h>
#include <algorithm>

#include "tests/golden/snapshots.h"

namespace wbtrace::golden {

namespace {

using model::RequestKind;
using model::RowRole;

constexpr std::uint32_t ext4_sda = 8U << 20;
constexpr std::uint64_t size = 524288;

model::ChargedIo written(std::uint64_t requests) {
    return {requests, requests * size, 0, requests * size, 0};
}

model::FileFigures file(std::string path, std::uint64_t inode, std::uint64_t requests) {
    model::FileFigures row;
    row.s_dev = ext4_sda;
    row.dev = "8:0";
    row.inode = inode;
    row.generation = 1'804'289'383;
    row.path = std::move(path);
    row.state = model::FileState::present;
    row.charged = written(requests);
    row.bios = 128 * requests;
    row.bios_requests = requests;
    row.dirtied_pages = row.dirtied_folios[0] = 128 * requests;
    row.dirtied_bytes = row.dirtied_pages * 4096;
    row.first_dirtied_ns = 1'100'000;
    row.last_written_ns = 4'041'000'000;
    return row;
}

model::ProcessFigures process(std::string comm, std::uint32_t tgid, std::uint64_t requests) {
    model::ProcessFigures row;
    row.tgid = tgid;
    row.comm = std::move(comm);
    row.threads = 1;
    row.read_bytes = row.written_bytes = requests * size;
    row.charged = written(requests);
    row.dirtied_bytes = requests * size;
    row.q2c_ns = spread(3'480'000, requests);
    return row;
}

model::CgroupFigures cgroup(std::string path, std::uint64_t id, std::uint64_t requests) {
    model::CgroupFigures row;
    row.id = id;
    row.path = std::move(path);
    row.charged = written(requests);
    row.dirtied_bytes = row.block_charged_bytes = requests * size;
    return row;
}

// The journal and the metadata of plain_dd: 3 and 4 requests, and 2 flushes.
template <typename Row>
void add_kinds(std::vector<Row>& rows) {
    const auto add = [&rows](RequestKind kind, const char* filesystem, model::ChargedIo io) {
        Row& row = rows.emplace_back();
        row.role = RowRole::kind;
        row.kind = kind;
        row.filesystem = filesystem;
        row.charged = io;
    };
    add(RequestKind::journal, "ext4", written(3));
    add(RequestKind::metadata, "ext4", {4, size + 12288, 0, size, 12288});
    add(RequestKind::flush, "", {2, 0, 0, 0, 0});
}

/// As the analysis leaves them.
template <typename Row>
void put_in_order(std::vector<Row>& rows) {
    std::stable_sort(rows.begin(), rows.end(),
                     [](const Row& a, const Row& b) { return a.weight() > b.weight(); });
}

}  // namespace

void add_who_and_what(model::Snapshot& snapshot) {
    snapshot.devices[0].by_kind = {{{130, 130 * size}, RequestKind::file_data, ""},
                                   {{3, 3 * size}, RequestKind::journal, "ext4"},
                                   {{4, size + 12288}, RequestKind::metadata, "ext4"},
                                   {{2, 0}, RequestKind::flush, ""}};
    snapshot.files = {file("/home/user/f", 131'074, 129), file("/var/log/syslog", 4711, 1)};
    add_kinds(snapshot.files);
    snapshot.processes = {process("dd", 4711, 129), process("rsyslogd", 612, 1)};
    snapshot.processes[0].in_scope = snapshot.run.has_value();
    snapshot.processes[1].threads = 4;
    model::ProcessFigures worker;
    worker.tgid = 93;
    worker.comm = "kworker/u8:2";
    worker.issued = {130, 130 * size};
    worker.threads = 1;
    snapshot.processes.push_back(worker);
    add_kinds(snapshot.processes);
    snapshot.cgroups = {cgroup("/user.slice/user-1000.slice", 1077, 130)};
    add_kinds(snapshot.cgroups);
    put_in_order(snapshot.files);
    put_in_order(snapshot.processes);
    put_in_order(snapshot.cgroups);
}

void add_many_rows(model::Snapshot& snapshot) {
    for (std::uint32_t i = 0; i < 13; ++i) {
        snapshot.files.push_back(file(fmt::format("/srv/data/{:03}.dat", i), 200 + i, 13 - i));
        snapshot.processes.push_back(process("worker", 5000 + i, 13 - i));
        snapshot.cgroups.push_back(cgroup(fmt::format("/batch/{}", i), 2000 + i, 13 - i));
    }
    const auto fold = [](auto& rows, std::uint64_t count) {
        put_in_order(rows);
        auto row = rows.front();
        row.role = RowRole::other;
        row.folded = count;
        rows.push_back(row);
    };
    fold(snapshot.files, 2048);
    fold(snapshot.processes, 1024);
    fold(snapshot.cgroups, 512);
}

namespace {

model::FileFigures& kind_row(std::vector<model::FileFigures>& rows) {
    return *std::find_if(rows.begin(), rows.end(),
                         [](const auto& row) { return row.role == RowRole::kind; });
}

}  // namespace

void make_names_hostile(model::Snapshot& snapshot) {
    snapshot.files[0].path = "/home/\x1b]0;owned\x07/" + std::string(200, 'p') + "/\u202egpj.exe";
    snapshot.files[0].state = model::FileState::renamed;
    snapshot.files[0].renamed_to = "/tmp/\nnew\x9b" + std::string(100, 'n');
    snapshot.files[1].path = "/var/log/caf\xe9";
    snapshot.files[1].state = model::FileState::deleted;
    kind_row(snapshot.files).filesystem = "\x1b[31mfs\n";
    snapshot.processes[0].comm = "\x1b[2Jdd\n\xff\xfe";
    snapshot.processes[1].comm = "";
    snapshot.devices[0].by_kind[1].filesystem = "\x1b[31mfs\n";
    snapshot.cgroups[0].path = "/\xff\x07/" + std::string(120, 'c');
    snapshot.cgroups.push_back(cgroup("", 31, 1));
    snapshot.files.push_back(file("", 99, 1));
    put_in_order(snapshot.cgroups);
    put_in_order(snapshot.files);
}

}  // namespace wbtrace::golden
