// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "analysis/kernel_totals.h"

#include <algorithm>
#include <iterator>

#include "analysis/device_rows.h"
#include "analysis/elapsed.h"
#include "analysis/losses.h"
#include "analysis/unplug_depth.h"

namespace wbtrace::analysis {

namespace {

static_assert(model::op_count == WB_OP_COUNT);
static_assert(model::folio_orders == WB_FOLIO_ORDERS);

model::IoTotals io_totals(const wb_op_totals& from) {
    return {from.requests, from.bytes, from.requeued, from.errors};
}

model::OwnerTotals owner_totals(const wb_device_totals& from, wb_owner owner) {
    model::OwnerTotals to;
    for (std::size_t op = 0; op < model::op_count; ++op) {
        to.while_running[op] = io_totals(from.op[WB_PHASE_RUNNING][owner][op]);
        to.after_end[op] = io_totals(from.op[WB_PHASE_SETTLING][owner][op]);
    }
    return to;
}

void apply_ops(const wb_device_totals& from, model::DeviceFigures& to) {
    to.scope = owner_totals(from, WB_OWNER_SCOPE);
    to.others = owner_totals(from, WB_OWNER_OTHERS);
    for (std::size_t op = 0; op < model::op_count; ++op) {
        model::IoTotals& all = to.by_op[op].totals;
        all = {};
        for (const auto* owner : {&to.scope, &to.others}) {
            all += owner->while_running[op];
            all += owner->after_end[op];
        }
    }
}

void apply_recorder(const wb_device_totals& from, model::DeviceFigures& to) {
    model::IoTotals all;
    for (const auto& phase : from.op)
        for (const auto& op : phase[WB_OWNER_RECORDER]) all += io_totals(op);
    if (all.requests != 0) to.recorder = all;
}

void apply_device(const wb_device_totals& from, model::DeviceFigures& to) {
    apply_ops(from, to);
    apply_recorder(from, to);
    to.bios.queued = from.bios_queued;
    to.bios.queued_bytes = from.bio_bytes_queued;
    to.bios.back_merged = from.back_merged;
    to.bios.front_merged = from.front_merged;
    to.bios.split = from.split;
    to.bios.empty_flushes = from.empty_flushes;
    to.request_merges = from.request_merges;
    to.logged_errors = from.logged_errors;
    to.plug.plugs = from.plugs;
    to.plug.unplugs = from.unplugs;
    to.plug.explicit_unplugs = from.unplugs_explicit;
    to.plug.depth_requests = unplug_depths(from);
}

void apply_throttle(const wb_cpu_totals& from, const Context& context, model::Snapshot& snapshot) {
    if (context.jiffies_per_second == 0) return;  // make_throttle() gives the reason
    if (!snapshot.throttle) snapshot.throttle.emplace();
    model::ThrottleFigures& to = *snapshot.throttle;
    const wb_throttle_totals& scope = from.throttle[WB_OWNER_SCOPE];
    const wb_throttle_totals& others = from.throttle[WB_OWNER_OTHERS];
    to.calls = scope.calls + others.calls;
    to.scope_waits = scope.waits;
    to.other_waits = others.waits;
    to.scope_pause_ns = jiffies_to_ns(scope.pause_jiffies, context.jiffies_per_second);
    to.other_pause_ns = jiffies_to_ns(others.pause_jiffies, context.jiffies_per_second);
    if (from.thresh_time_ns != 0)
        to.global_state = model::DirtyState{0, from.bg_thresh, from.thresh};
}

model::PageCounts page_counts(const wb_page_totals& from) {
    model::PageCounts to;
    to.pages = from.pages;
    to.folios = from.folios;
    std::copy(std::begin(from.orders), std::end(from.orders), to.by_order.begin());
    return to;
}

model::PageCounts sum(model::PageCounts a, const model::PageCounts& b) {
    a.pages += b.pages;
    a.folios += b.folios;
    for (std::size_t order = 0; order < model::folio_orders; ++order)
        a.by_order[order] += b.by_order[order];
    return a;
}

model::PageCacheFigures page_cache(const wb_cpu_totals& from) {
    const auto& scope = from.pages[WB_OWNER_SCOPE];
    const auto& others = from.pages[WB_OWNER_OTHERS];
    model::PageCacheFigures to;
    to.scope_dirtied = page_counts(scope[WB_PAGES_DIRTIED]);
    to.scope_added = page_counts(scope[WB_PAGES_ADDED]);
    to.scope_evicted = page_counts(scope[WB_PAGES_EVICTED]);
    to.dirtied = sum(to.scope_dirtied, page_counts(others[WB_PAGES_DIRTIED]));
    to.added = sum(to.scope_added, page_counts(others[WB_PAGES_ADDED]));
    to.evicted = sum(to.scope_evicted, page_counts(others[WB_PAGES_EVICTED]));
    return to;
}

}  // namespace

void apply(const events::KernelTotals& totals, const Context& context, model::Snapshot& snapshot) {
    for (const auto& device : totals.devices)
        apply_device(device.totals, device_row(device.slot, device.where.dev, context, snapshot));
    apply_throttle(totals.cpu, context, snapshot);
    if (!snapshot.writeback) snapshot.writeback.emplace();
    snapshot.writeback->pages_written = totals.cpu.pages_written;
    snapshot.page_cache = page_cache(totals.cpu);
    snapshot.capture.lost = losses(totals);
    snapshot.capture.in_flight_at_start = totals.cpu.in_flight_at_start;
    snapshot.capture.dirtiers_evicted = totals.dirtiers_evicted;
}

}  // namespace wbtrace::analysis
