// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "compare/histogram_table.h"

namespace wbtrace::compare {

namespace {

constexpr double in_ms = 1e-6, in_kib = 1.0 / 1024;

template <Direction ReportSums::*direction, Distribution Direction::*histogram>
const Distribution& part(const ReportSums& sums) {
    return (sums.*direction).*histogram;
}

template <Distribution ReportSums::*histogram>
const Distribution& whole(const ReportSums& sums) {
    return sums.*histogram;
}

constexpr auto of_reads = &ReportSums::read;
constexpr auto of_writes = &ReportSums::write;

constexpr HistogramRow histograms[] = {
    {"sync_time", "ms", in_ms, "calls of the fsync family", whole<&ReportSums::sync>},
    {"throttle", "ms", in_ms, "waits in balance_dirty_pages", whole<&ReportSums::throttle>},
    {"write_size", "KiB", in_kib, "sizes of write requests", part<of_writes, &Direction::size>},
    {"read_size", "KiB", in_kib, "sizes of read requests", part<of_reads, &Direction::size>},
    {"plug_depth", "requests", 1, "requests per unplug", whole<&ReportSums::plug_depth>},
    {"queue_depth", "requests", 1, "requests in the driver at an issue",
     whole<&ReportSums::queue_depth>},
    {"write_q2d", "ms", in_ms, "writes, queued to issued", part<of_writes, &Direction::q2d>},
    {"read_q2d", "ms", in_ms, "reads, queued to issued", part<of_reads, &Direction::q2d>},
    {"write_d2c", "ms", in_ms, "writes, issued to completed", part<of_writes, &Direction::d2c>},
    {"read_d2c", "ms", in_ms, "reads, issued to completed", part<of_reads, &Direction::d2c>},
};

}  // namespace

std::span<const HistogramRow> histogram_table() { return histograms; }

}  // namespace wbtrace::compare
