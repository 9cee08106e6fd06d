// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <algorithm>
#include <utility>

#include "views/device_blocks.h"
#include "views/text_table.h"
#include "views/units_text.h"

namespace wbtrace::views {

namespace {

void add_row(TextTable& table, std::string& op, const char* stage, const model::Histogram& ns,
             bool milliseconds) {
    if (ns.empty()) return;
    const auto text = [milliseconds](std::uint64_t value) {
        return milliseconds ? milliseconds_text(value) : duration_text(value);
    };
    table.row({std::exchange(op, ""), stage, count_text(ns.count()),
               text(static_cast<std::uint64_t>(ns.mean() + 0.5)), text(ns.quantile(0.5)),
               text(ns.quantile(0.9)), text(ns.quantile(0.99)), text(ns.max())});
}

/// No request was seen before its issue: their queue time is 0 by definition.
bool never_queued(const model::DeviceFigures& device) {
    const auto at_once = [](const auto& op) { return op.q2d_ns.max() == 0; };
    return !device.bio_based && std::all_of(device.by_op.begin(), device.by_op.end(), at_once);
}

}  // namespace

void write_latencies(TextPage& page, const model::DeviceFigures& device,
                     const TextOptions& options) {
    const char* head = options.milliseconds ? "latency, ms" : "latency";
    TextTable table({head, "", "count", "avg", "p50", "p90", "p99", "max"}, 2);
    bool some = false;
    for (std::size_t op = 0; op < model::op_count; ++op) {
        const auto& figures = device.by_op[op];
        std::string name = model::op_names[op];
        some = some || !figures.q2c_ns.empty() || !figures.d2c_ns.empty();
        if (!device.bio_based) {
            add_row(table, name, "Q2D queued-issued", figures.q2d_ns, options.milliseconds);
            add_row(table, name, "D2C issued-done", figures.d2c_ns, options.milliseconds);
        }
        add_row(table, name, "Q2C queued-done", figures.q2c_ns, options.milliseconds);
    }
    if (!some) return;
    page.blank();
    table.write(page);
    if (never_queued(device)) page.line("  Q2D is 0: all went straight to the driver");
}

}  // namespace wbtrace::views
