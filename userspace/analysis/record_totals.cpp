// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "analysis/record_totals.h"

#include <algorithm>

#include "analysis/record_fields.h"

namespace wbtrace::analysis {

namespace {

wb_phase phase_of(const wb_request_done& record) {
    return (record.flags & WB_REQUEST_AFTER_COMMAND) != 0 ? WB_PHASE_SETTLING : WB_PHASE_RUNNING;
}

}  // namespace

void RecordTotals::on(const wb_request_done& record) {
    const auto slot = slot_of(record);
    if (!slot) return;
    auto& device = devices_[*slot];
    device.slot = *slot;
    device.where.dev = record.dev;
    if ((record.flags & WB_REQUEST_BIO_BASED) != 0) device.where.flags |= WB_DEVICE_BIO_BASED;
    if ((record.flags & WB_REQUEST_PARTIAL) != 0) ++device.totals.partial_completions;
    auto& op = device.totals.op[phase_of(record)][owner_of(record)][index_of(op_of(record))];
    ++op.requests;
    op.bytes += record.done_bytes;
    op.requeued += record.requeues;
    op.errors += record.error != 0 ? 1 : 0;
}

void RecordTotals::on(const wb_dirty_throttled& record) {
    auto& throttle = cpu_.throttle[record.in_scope != 0 ? WB_OWNER_SCOPE : WB_OWNER_OTHERS];
    ++throttle.calls;
    ++throttle.waits;
    throttle.pause_jiffies += static_cast<__u64>(std::max<__s64>(record.pause_jiffies, 0));
    cpu_.bg_thresh = record.bg_thresh;
    cpu_.thresh = record.thresh;
    cpu_.thresh_time_ns = record.header.time_ns;
}

void RecordTotals::on(const wb_page_run& record) {
    if (record.action >= WB_PAGE_ACTIONS) return;
    const auto owner = record.in_scope != 0 ? WB_OWNER_SCOPE : WB_OWNER_OTHERS;
    auto& pages = cpu_.pages[owner][record.action];
    pages.pages += record.pages;
    pages.folios += record.folios;
    for (std::size_t order = 0; order < WB_FOLIO_ORDERS; ++order)
        pages.orders[order] += record.orders[order];
}

events::KernelTotals RecordTotals::totals() const {
    events::KernelTotals totals;
    for (const auto& [slot, device] : devices_) totals.devices.push_back(device);
    totals.cpu = cpu_;
    return totals;
}

}  // namespace wbtrace::analysis
