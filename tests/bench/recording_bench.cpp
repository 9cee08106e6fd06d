// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// Random 4 KiB writes of one process into a recording, and a report from it. With
// WBTRACE_BENCH_FILE the recording is kept there; WBTRACE_BENCH_RECORDS says how many requests it
// has.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include <benchmark/benchmark.h>

#include "analysis/reckoning.h"
#include "pipeline/fan_out.h"
#include "recording/recording.h"
#include "tests/recordings.h"

namespace {

using namespace wbtrace;

std::string file_name() {
    const char* name = std::getenv("WBTRACE_BENCH_FILE");
    return name ? name : "/dev/shm/wbtrace-bench.wbt";
}

std::uint64_t record_count() {
    const char* count = std::getenv("WBTRACE_BENCH_RECORDS");
    return count ? std::strtoull(count, nullptr, 10) : 1'000'000;
}

/// Made before, so that making them is not measured.
std::vector<wb_request_done> some_requests() {
    std::mt19937_64 random(1);
    std::lognormal_distribution<double> latency(10.0, 0.5);
    std::vector<wb_request_done> requests;
    std::uint64_t time_ns = tests::recording_start_ns;
    for (int i = 0; i < 250'000; ++i) {
        time_ns += 2000 + random() % 4000;
        auto record = tests::request_done(time_ns);
        record.issued_ns = time_ns - static_cast<std::uint64_t>(latency(random));
        record.queued_ns = record.issued_ns - random() % 2000;
        record.sector = random() % (1U << 18) * 8;
        record.cmd_flags = 0x8801;
        record.cgroup_id = record.bio_cgroup_id = 77;
        record.issuer_pid = record.issuer_tgid = 4711;
        record.bios = record.segments = 1;
        record.flags = WB_REQUEST_DIRECT | WB_REQUEST_ISSUER_IN_SCOPE;
        record.header.cpu = static_cast<__u32>(random() % 2);
        tests::set_text(record.issuer_comm, "fio");
        requests.push_back(record);
    }
    return requests;
}

void record(benchmark::State& state) {
    const auto requests = some_requests();
    const auto span_ns = requests.back().header.time_ns - requests.front().header.time_ns;
    recording::Outcome outcome;
    for (auto _ : state) {
        auto recorder = recording::Recorder::create(file_name(), {});
        (*recorder)->begin(tests::start_facts());
        (*recorder)->write();
        for (std::uint64_t i = 0; i < record_count(); ++i) {
            auto request = requests[i % requests.size()];
            const auto later_ns = i / requests.size() * span_ns;
            request.header.time_ns += later_ns;
            request.issued_ns += later_ns;
            request.queued_ns += later_ns;
            (*recorder)->on(request);
            // No faster than its thread can write; what it sleeps is not measured.
            if (i % 65'536 == 0) std::this_thread::sleep_for(std::chrono::milliseconds(40));
        }
        outcome = (*recorder)->end(tests::cut_facts());
    }
    state.SetItemsProcessed(static_cast<std::int64_t>(outcome.records));
    state.counters["bytes_each"] = static_cast<double>(outcome.bytes) /
                                   static_cast<double>(std::max<std::uint64_t>(outcome.records, 1));
    state.counters["lost"] = static_cast<double>(outcome.lost);
}
BENCHMARK(record)->Unit(benchmark::kMillisecond)->Iterations(1)->MeasureProcessCPUTime();

void report(benchmark::State& state) {
    std::uint64_t records = 0;
    for (auto _ : state) {
        auto recording = recording::Recording::open(file_name());
        if (!recording) return state.SkipWithError("there is no recording");
        analysis::Reckoning reckoning(recording->start());
        pipeline::FanOut sinks(reckoning.sinks());
        const auto reading = recording->play(sinks, [&](const auto& facts, bool) {
            benchmark::DoNotOptimize(reckoning.finish(facts));
        });
        records = reading.records;
    }
    state.SetItemsProcessed(static_cast<std::int64_t>(records));
}
BENCHMARK(report)->Unit(benchmark::kMillisecond)->Iterations(1)->MeasureProcessCPUTime();

}  // namespace
