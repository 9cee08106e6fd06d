// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "compare/figure_table.h"

#include <cmath>
#include <utility>

namespace wbtrace::compare {

namespace {

using Value = std::optional<double>;
using Sums = ReportSums;

/// Nothing where there is nothing to divide by.
Value ratio(const Value& of, const Value& by) {
    if (!of || !by || *by == 0) return std::nullopt;
    return *of / *by;
}

Value scaled(const Value& value, double factor) {
    return value ? Value(*value * factor) : std::nullopt;
}

constexpr double mib = 1 << 20;
constexpr double per_ms = 1e-6;

template <Direction Sums::*direction>
Value bandwidth(const Sums& sums) {
    return ratio(scaled((sums.*direction).bytes_while_running, 1e-6), sums.seconds);
}

template <Direction Sums::*direction>
Value requests_per_second(const Sums& sums) {
    return ratio((sums.*direction).requests_while_running, sums.seconds);
}

template <Direction Sums::*direction>
Value request_size(const Sums& sums) {
    return scaled((sums.*direction).size.mean(), 1.0 / 1024);
}

template <Direction Sums::*direction, Distribution Direction::*time>
Value mean_ms(const Sums& sums) {
    return scaled(((sums.*direction).*time).mean(), per_ms);
}

template <Direction Sums::*direction, int permille>
Value quantile_ms(const Sums& sums) {
    return scaled((sums.*direction).q2c.quantile(permille / 1000.0), per_ms);
}

template <Direction Sums::*direction>
Value device_ms_per_mib(const Sums& sums) {
    const Direction& way = sums.*direction;
    if (way.d2c.count == 0) return std::nullopt;
    return ratio(way.d2c.sum * per_ms, way.size.sum / mib);
}

Value bios_per_request(const Sums& sums) {
    const double requests = sums.read.size.count + sums.write.size.count;
    const auto merged = ratio(sums.merged, requests);
    return merged ? Value(*merged + 1) : std::nullopt;
}

Value splits_per_request(const Sums& sums) {
    return ratio(sums.split, sums.read.size.count + sums.write.size.count);
}

Value iops(const Sums& sums) {
    const auto& reads = sums.read.requests_while_running;
    const auto& writes = sums.write.requests_while_running;
    return reads && writes ? ratio(*reads + *writes, sums.seconds) : std::nullopt;
}

Value runtime(const Sums& sums) { return sums.has_command ? Value(sums.seconds) : std::nullopt; }

constexpr auto read_way = &Sums::read;
constexpr auto write_way = &Sums::write;

// What a command does before it reaches the device comes first: of two stages that moved alike, the
// earlier is the more likely cause.
constexpr Figure figures[] = {
    {"write_bw", "MB/s", Set::io, nullptr, "bytes written to the devices while it ran",
     bandwidth<write_way>},
    {"read_bw", "MB/s", Set::io, nullptr, "bytes read from the devices while it ran",
     bandwidth<read_way>},
    {"app_write_bw", "MB/s", Set::io, nullptr, "bytes written by system calls",
     [](const Sums& sums) { return ratio(scaled(sums.syscall_bytes, 1e-6), sums.seconds); }},
    {"iops", "requests/s", Set::io, nullptr, "requests of the devices", iops},
    {"writes_per_s", "requests/s", Set::io, nullptr, "write requests",
     requests_per_second<write_way>},
    {"reads_per_s", "requests/s", Set::io, nullptr, "read requests", requests_per_second<read_way>},
    {"runtime", "s", Set::io, nullptr, "time the command ran", runtime},
    {"throttle_waits", "waits", Set::throttle, nullptr, "waits in balance_dirty_pages",
     [](const Sums& sums) { return sums.throttle_waits; }},
    {"throttle_time", "s", Set::throttle, nullptr, "time throttled",
     [](const Sums& sums) { return sums.throttle_seconds; }},
    {"throttle_share", "of 1", Set::throttle, "dirty throttling", "time throttled / time it ran",
     [](const Sums& sums) { return ratio(sums.throttle_seconds, sums.seconds); }},
    {"pages_per_work", "pages", Set::io, "writeback", "pages per writeback work",
     [](const Sums& sums) { return ratio(sums.pages_written, sums.works); }},
    {"splits_per_request", "splits", Set::io, "splitting", "bios split per request",
     splits_per_request},
    {"bios_per_request", "bios", Set::io, "merging", "bios per request", bios_per_request},
    {"write_size", "KiB", Set::io, "write size", "mean size of a write request",
     request_size<write_way>},
    {"read_size", "KiB", Set::io, "read size", "mean size of a read request",
     request_size<read_way>},
    {"plug_depth", "requests", Set::io, "plugging", "requests per unplug",
     [](const Sums& sums) { return sums.plug_depth.mean(); }},
    {"queue_depth", "requests", Set::io, "queue depth", "requests in the driver at an issue",
     [](const Sums& sums) { return sums.queue_depth.mean(); }},
    {"write_q2d", "ms", Set::latency, "queueing of writes", "queued to issued",
     mean_ms<write_way, &Direction::q2d>},
    {"read_q2d", "ms", Set::latency, "queueing of reads", "queued to issued",
     mean_ms<read_way, &Direction::q2d>},
    {"write_d2c", "ms", Set::latency, nullptr, "issued to completed",
     mean_ms<write_way, &Direction::d2c>},
    {"read_d2c", "ms", Set::latency, nullptr, "issued to completed",
     mean_ms<read_way, &Direction::d2c>},
    {"write_d2c_per_mib", "ms/MiB", Set::latency, "device (writes)", "issued to completed, per MiB",
     device_ms_per_mib<write_way>},
    {"read_d2c_per_mib", "ms/MiB", Set::latency, "device (reads)", "issued to completed, per MiB",
     device_ms_per_mib<read_way>},
    {"write_p50", "ms", Set::latency, nullptr, "half of the writes, queued to completed",
     quantile_ms<write_way, 500>},
    {"write_p99", "ms", Set::latency, nullptr, "99 % of the writes, queued to completed",
     quantile_ms<write_way, 990>},
    {"read_p50", "ms", Set::latency, nullptr, "half of the reads, queued to completed",
     quantile_ms<read_way, 500>},
    {"read_p99", "ms", Set::latency, nullptr, "99 % of the reads, queued to completed",
     quantile_ms<read_way, 990>},
    {"sync_time", "ms", Set::latency, "sync calls", "mean time of a sync call",
     [](const Sums& sums) { return scaled(sums.sync.mean(), per_ms); }},
    {"user_time", "s", Set::cpu, "CPU (user)", "CPU time in user space",
     [](const Sums& sums) { return sums.user_seconds; }},
    {"system_time", "s", Set::cpu, "CPU (kernel)", "CPU time in the kernel",
     [](const Sums& sums) { return sums.system_seconds; }},
};

/// The ending of a name that somebody else gave.
constexpr std::pair<std::string_view, std::string_view> endings[] = {
    {"_bytes_per_s", "B/s"}, {"_per_s", "1/s"}, {"_ns", "ns"},
    {"_us", "us"},           {"_ms", "ms"},     {"_bytes", "B"},
    {"_pages", "pages"},     {"_MBps", "MB/s"}, {"_MiBps", "MiB/s"},
};

}  // namespace

std::span<const Figure> figure_table() { return figures; }

const Figure* figure_named(std::string_view name) {
    for (const Figure& figure : figures)
        if (figure.name == name) return &figure;
    return nullptr;
}

double rounding_of(std::string_view metric) {
    constexpr double known_to = 1.0 / 16;
    for (const char* ending : {"p50", "p90", "p99", "p999"})
        if (metric.ends_with(ending)) return known_to / std::sqrt(12.0);
    return 0;
}

std::optional<Set> set_named(std::string_view name) {
    constexpr std::pair<std::string_view, Set> sets[] = {
        {"io", Set::io}, {"throttle", Set::throttle}, {"latency", Set::latency}, {"cpu", Set::cpu}};
    for (const auto& [word, set] : sets)
        if (word == name) return set;
    return std::nullopt;
}

std::string_view unit_of(std::string_view metric) {
    constexpr std::string_view of_fio = "fio_";  // a matrix keeps what fio says under such names
    if (metric.starts_with(of_fio)) metric.remove_prefix(of_fio.size());
    if (const Figure* figure = figure_named(metric)) return figure->unit;
    for (const auto& [ending, unit] : endings)
        if (metric.ends_with(ending)) return unit;
    return {};
}

}  // namespace wbtrace::compare
