// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tests/golden/snapshots.h"

namespace wbtrace::golden {

using model::Histogram;
using model::Op;

Histogram repeated(std::uint64_t value, std::uint64_t count) {
    Histogram histogram;
    histogram.record(value, count);
    return histogram;
}

Histogram spread(std::uint64_t middle, std::uint64_t count, std::uint64_t seed) {
    Histogram histogram;
    std::uint64_t state = seed * 2862933555777941757ull + 3037000493ull;
    for (std::uint64_t i = 0; i < count; ++i) {
        state = state * 6364136223846793005ull + 1442695040888963407ull;
        const auto draw = (state >> 33) % 1000;  // a long tail: a few values many times the middle
        const auto tail = draw > 990 ? 8u : draw > 900 ? 3u : 1u;
        histogram.record(middle / 2 * tail + middle * draw / 1000);
    }
    return histogram;
}

model::Snapshot quiet_host() {
    model::Snapshot snapshot;
    snapshot.tool_version = "0.1.0";
    snapshot.host = {"6.1.0-49-amd64",
                     "x86_64",
                     4,
                     8ull << 30,
                     4096,
                     {{"dirty_background_bytes", 0},
                      {"dirty_background_ratio", 10},
                      {"dirty_bytes", 0},
                      {"dirty_expire_centisecs", 3000},
                      {"dirty_ratio", 20},
                      {"dirty_writeback_centisecs", 500}}};
    auto& capture = snapshot.capture;
    for (const char* name : {"block_rq_issue", "block_rq_complete", "block_bio_queue",
                             "balance_dirty_pages", "writeback_written"}) {
        capture.probes.push_back({name, true, true, "", std::nullopt, std::nullopt, 0});
    }
    capture.events = 1217;
    for (const char* cause : {"ring_full", "map_full", "complete_without_issue",
                              "completion_missed", "in_flight_at_end", "program_missed"}) {
        capture.lost.push_back({cause, std::string{"what "} + cause + " means", 0});
    }
    capture.own_cpu_ns = 21'300'000;
    capture.duration_ns = 4'150'000'000;
    capture.buffer_bytes = 8ull << 20;
    return snapshot;
}

model::RunFigures run_of(std::vector<std::string> command) {
    model::RunFigures run;
    run.command = std::move(command);
    run.exit_code = 0;
    run.wall_ns = 129'400'000;
    run.user_ns = 1'020'000;
    run.sys_ns = 61'300'000;
    run.settle_ns = 4'021'000'000;
    run.settled = true;
    return run;
}

void fill_op(model::DeviceFigures& device, Op op, std::uint64_t requests,
             std::uint64_t request_bytes, std::uint64_t d2c_ns) {
    auto& figures = device.by_op[static_cast<std::size_t>(op)];
    figures.totals.requests = requests;
    figures.totals.bytes = requests * request_bytes;
    if (request_bytes) figures.request_size_bytes = repeated(request_bytes, requests);
    if (!device.bio_based) {
        figures.q2d_ns = spread(d2c_ns / 5, requests, 3);
        figures.d2c_ns = spread(d2c_ns, requests, 5);
    }
    figures.q2c_ns = spread(d2c_ns + d2c_ns / 5, requests, 7);
}

model::DeviceFigures disk(std::string name, std::string dev) {
    model::DeviceFigures device;
    device.name = std::move(name);
    device.dev = std::move(dev);
    device.queue.scheduler = "mq-deadline";
    device.queue.nr_requests = 256;
    device.queue.max_sectors_kb = 1280;
    device.queue.read_ahead_kb = 128;
    device.queue.nomerges = 0;
    device.queue.rotational = 0;
    device.queue.logical_block_size = 512;
    device.queue.physical_block_size = 4096;
    device.queue.iostats = 1;
    device.queue.max_segments = 168;
    device.queue.write_cache = "write back";
    return device;
}

}  // namespace wbtrace::golden
