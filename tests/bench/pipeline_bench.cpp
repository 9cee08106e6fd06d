// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// Decode + reorder + aggregate of finished requests, on one core: what the analysis
// thread does between the queue and the snapshot.
#include <algorithm>
#include <cstddef>
#include <memory>
#include <random>
#include <span>
#include <vector>

#include <benchmark/benchmark.h>

#include "analysis/registry.h"
#include "decode/dispatch.h"
#include "pipeline/batch.h"
#include "pipeline/fan_out.h"
#include "pipeline/reorder_window.h"

namespace {

using namespace wbtrace;

constexpr std::size_t record_count = 1'000'000;
constexpr std::uint64_t record_gap_ns = 3'300;  // 300 k requests/s
constexpr std::uint64_t turn_ns = 10'000'000;   // the reader wakes up a hundred times a second
constexpr std::uint64_t slack_ns = 5'000'000;   // how late a record may be
constexpr std::size_t rings = 2;

wb_request_done random_request(std::mt19937_64& random, std::uint64_t time_ns) {
    std::lognormal_distribution<double> latency(11.0, 1.0);  // median 60 us
    wb_request_done record{};
    record.header = {WB_EVENT_REQUEST_DONE, sizeof record, 0, time_ns};
    record.issued_ns = time_ns - static_cast<std::uint64_t>(latency(random));
    record.queued_ns = record.issued_ns - static_cast<std::uint64_t>(latency(random));
    record.bytes = 4096U << (random() % 9);
    record.device_slot = static_cast<std::uint32_t>(random() % 2);
    record.op = random() % 4 == 0 ? WB_OP_READ : WB_OP_WRITE;
    return record;
}

// One ring: stamps rise, but one record in a hundred was reserved late, by up to a
// millisecond.
std::vector<wb_request_done> ring_contents(std::uint64_t seed) {
    std::mt19937_64 random(seed);
    std::vector<wb_request_done> records;
    std::uint64_t time_ns = 1'000'000'000'000;
    for (std::size_t i = 0; i < record_count / rings; ++i) {
        time_ns += random() % (2 * rings * record_gap_ns);
        const bool late = random() % 100 == 0;
        records.push_back(random_request(random, time_ns - (late ? random() % 1'000'000 : 0)));
    }
    return records;
}

// What the reader would hand over: each turn drains one ring after the other.
std::vector<std::vector<wb_request_done>> reader_turns() {
    std::vector<std::vector<wb_request_done>> turns;
    for (std::size_t ring = 0; ring < rings; ++ring) {
        const auto records = ring_contents(ring + 1);
        const std::uint64_t start_ns = records.front().header.time_ns;
        std::size_t turn = 0;
        for (const auto& record : records) {
            const std::uint64_t time_ns = std::max<std::uint64_t>(record.header.time_ns, start_ns);
            turn = std::max(turn, static_cast<std::size_t>((time_ns - start_ns) / turn_ns));
            if (turn >= turns.size()) turns.resize(turn + 1);
            turns[turn].push_back(record);
        }
    }
    return turns;
}

std::unique_ptr<pipeline::Batch> batch_of(const std::vector<wb_request_done>& records,
                                          std::unique_ptr<pipeline::Batch> batch) {
    if (!batch) batch = std::make_unique<pipeline::Batch>();
    batch->clear();
    std::uint64_t newest_ns = 0;
    for (const auto& record : records) {
        batch->append(std::as_bytes(std::span(&record, 1)));
        newest_ns = std::max<std::uint64_t>(newest_ns, record.header.time_ns);
    }
    batch->watermark_ns = newest_ns - slack_ns;
    return batch;
}

struct Sinks {
    analysis::Context context;
    std::vector<std::unique_ptr<analysis::Aggregator>> aggregators;
    std::unique_ptr<pipeline::FanOut> fan_out;

    Sinks() {
        aggregators = analysis::make_aggregators(context);
        std::vector<events::Sink*> sinks;
        for (const auto& aggregator : aggregators) sinks.push_back(aggregator.get());
        fan_out = std::make_unique<pipeline::FanOut>(sinks);
    }
};

// Items are records. The copy into the batch is the reader's and measured with it,
// so the figure is on the safe side.
void decode_reorder_aggregate(benchmark::State& state) {
    const auto turns = reader_turns();
    std::size_t most_held = 0;
    std::uint64_t late = 0;
    for (auto _ : state) {
        Sinks sinks;
        pipeline::ReorderWindow window(16U << 20);
        const auto deliver = [&](std::span<const std::byte> record) {
            decode::dispatch(record, *sinks.fan_out);
        };
        for (const auto& turn : turns) {
            auto batch = batch_of(turn, window.take_spent());
            const std::uint64_t watermark_ns = batch->watermark_ns;
            window.push(std::move(batch));
            window.release(watermark_ns, deliver);
            most_held = std::max(most_held, window.held_bytes());
        }
        window.flush(deliver);
        late = window.late();
        model::Snapshot snapshot;
        for (const auto& aggregator : sinks.aggregators) aggregator->fill(snapshot);
        benchmark::DoNotOptimize(snapshot);
    }
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(record_count));
    state.counters["window_KiB"] = static_cast<double>(most_held) / 1024;
    state.counters["late"] = static_cast<double>(late);
}
BENCHMARK(decode_reorder_aggregate)->Unit(benchmark::kMillisecond);

void decode_only(benchmark::State& state) {
    std::mt19937_64 random(3);
    const auto record = random_request(random, 1'000'000'000'000);
    const auto bytes = std::as_bytes(std::span(&record, 1));
    events::Sink nobody;
    for (auto _ : state) benchmark::DoNotOptimize(decode::dispatch(bytes, nobody));
    state.SetItemsProcessed(state.iterations());
}
BENCHMARK(decode_only);

}  // namespace
