// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// What an interval costs the live view: the difference of two snapshots, the tables with their
// history, and the page, with 500 processes and 1000 files on 200x60.
#include <benchmark/benchmark.h>

#include <string>

#include "analysis/interval.h"
#include "top/view.h"

namespace {

using namespace wbtrace;

constexpr std::uint32_t processes = 500;
constexpr std::uint32_t files = 1000;

model::Histogram times_around(std::uint64_t ns, std::uint64_t count) {
    model::Histogram times;
    for (std::uint64_t i = 0; i < count; ++i) times.record(ns + i * ns / count);
    return times;
}

void add_processes(std::uint64_t seconds, model::Snapshot& to) {
    for (std::uint32_t i = 0; i < processes; ++i) {
        auto& row = to.processes.emplace_back();
        row.tgid = 1000 + i;
        row.comm = "writer-" + std::to_string(i);
        row.dirtied_bytes = seconds * 4096 * (i + 1);
        row.charged = {seconds * 20, seconds * 81'920, 0, seconds * 81'920, 0};
        row.q2c_ns = times_around(200'000 + i * 1000, seconds * 20);
        row.syncs.emplace().duration_ns = times_around(5'000'000 + i * 1000, seconds * 2);
    }
}

void add_files(std::uint64_t seconds, model::Snapshot& to) {
    for (std::uint32_t i = 0; i < files; ++i) {
        auto& row = to.files.emplace_back();
        row.s_dev = 8U << 20U;
        row.dev = "8:0";
        row.inode = 100 + i;
        row.path = "/var/lib/database/base/16384/" + std::to_string(100'000 + i);
        row.dirtied_bytes = seconds * 4096 * (i + 1);
        row.charged = {seconds * 10, seconds * 40'960, 0, seconds * 40'960, 0};
        row.syncs.emplace();
    }
}

/// What was traced after so many seconds.
model::Snapshot traced(std::uint64_t seconds) {
    model::Snapshot snapshot;
    snapshot.capture.duration_ns = seconds * 1'000'000'000;
    snapshot.sync_calls.emplace();
    for (const char* name : {"sda", "sdb"}) {
        auto& device = snapshot.devices.emplace_back();
        device.slot = static_cast<std::uint32_t>(snapshot.devices.size());
        device.name = name;
        device.busy_ns = seconds * 500'000'000;
        auto& writes = device.by_op[static_cast<std::size_t>(model::Op::write)];
        writes.totals = {seconds * 5000, seconds * 5000 * 4096, 0, 0};
        writes.d2c_ns = times_around(150'000, seconds * 5000);
    }
    add_processes(seconds, snapshot);
    add_files(seconds, snapshot);
    return snapshot;
}

/// The page after three seconds.
struct Watched {
    top::History history;
    model::Snapshot whole;
    model::Snapshot interval;

    Watched() {
        for (std::uint64_t second = 1; second <= 3; ++second) {
            auto now = traced(second);
            interval = analysis::interval_between(whole, now, second);
            whole = std::move(now);
            history.advance({interval, whole});
        }
    }
};

void interval(benchmark::State& state) {
    const auto before = traced(2);
    const auto now = traced(3);
    for (auto _ : state) benchmark::DoNotOptimize(analysis::interval_between(before, now, 3));
}

void advance(benchmark::State& state) {
    Watched watched;
    for (auto _ : state) watched.history.advance({watched.interval, watched.whole});
}

void page(benchmark::State& state) {
    Watched watched;
    top::ViewState view;
    view.pane = static_cast<top::Pane>(state.range(0));
    state.SetLabel(top::row_of(view.pane).word);
    for (auto _ : state)
        benchmark::DoNotOptimize(
            top::draw({watched.interval, watched.whole}, watched.history, view, {200, 60}));
}

BENCHMARK(interval)->Unit(benchmark::kMicrosecond);
BENCHMARK(advance)->Unit(benchmark::kMicrosecond);
BENCHMARK(page)->DenseRange(0, top::pane_count - 1)->Unit(benchmark::kMicrosecond);

}  // namespace
