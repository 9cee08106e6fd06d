// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "exports/perfetto_requests.h"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/record_fields.h"
#include "exports/request_letters.h"

namespace wbtrace::exports::perfetto {

namespace {

constexpr std::size_t most_inodes = 65'536;
constexpr std::size_t most_waiting = 256;  // of one inode
constexpr std::size_t most_devices = 16'384;

}  // namespace

DeviceTracks* RequestSlices::device(std::uint32_t dev) {
    if (const auto known = devices_.find(dev); known != devices_.end()) return &known->second;
    if (devices_.size() >= most_devices) return nullptr;
    const auto group = numbers_.next();
    const auto& name = names_.device(dev);
    packets_.describe_track(group, 0, fmt::format("{} ({})", name, analysis::dev_text(dev)));
    return &devices_
                .emplace(dev, DeviceTracks{group, name, Lanes(group, name + " requests"),
                                           Lanes(group, name + " writeback")})
                .first->second;
}

void RequestSlices::add_dirtied(const wb_page_run& record, TrackId track) {
    if (dirtied_.size() >= most_inodes) dirtied_.clear();
    const Inode inode{record.inode_dev, record.inode, record.generation};
    dirtied_[inode] = {track, record.first_ns};
    for (auto [request, end] = waiting_.equal_range(inode); request != end;) {
        const auto [flow, queued_ns] = request->second;
        if (record.first_ns > queued_ns) {
            ++request;
            continue;
        }
        packets_.instant(track, record.first_ns, "written back", flow);
        request = waiting_.erase(request);
    }
}

/// Of a request that carries pages of a file: from where they were dirtied, now or when that is
/// told, by way of who submitted them.
FlowId RequestSlices::draw_way(const wb_request_done& record, DeviceTracks& device) {
    const bool from_cache = analysis::has_flag(record, WB_REQUEST_INODE_KNOWN) &&
                            record.op == WB_OP_WRITE &&
                            !analysis::has_flag(record, WB_REQUEST_DIRECT);
    if (!from_cache) return 0;
    const Inode inode{record.inode_dev, record.inode, record.generation};
    const auto flow = ++flows_;
    const auto dirtied = dirtied_.find(inode);
    if (dirtied != dirtied_.end() && dirtied->second.time_ns <= record.queued_ns) {
        packets_.instant(dirtied->second.track, dirtied->second.time_ns, "written back", flow);
    } else {
        if (waiting_.size() >= most_inodes) waiting_.clear();
        if (waiting_.count(inode) < most_waiting)
            waiting_.emplace(inode, Waiting{flow, record.queued_ns});
    }
    auto& lanes = analysis::has_flag(record, WB_REQUEST_ISSUER_KTHREAD)
                      ? device.works
                      : tasks_.of({record.issuer_tgid, record.issuer_pid,
                                   analysis::text_of(record.issuer_comm)},
                                  TaskTrack::syncing);
    packets_.instant(lanes.first(numbers_, packets_), record.queued_ns, "submitted", flow);
    return flow;
}

void RequestSlices::describe(const wb_request_done& record) {
    packets_.argument("bytes", record.bytes);
    if (record.done_bytes != record.bytes) packets_.argument("done_bytes", record.done_bytes);
    if (record.sector != UINT64_MAX) packets_.argument("sector", record.sector);
    packets_.argument("rwbs", letters_of(record, names_.context().request_bits));
    packets_.argument("issuer", analysis::text_of(record.issuer_comm));
    packets_.argument("issuer_pid", record.issuer_pid);
    packets_.argument("bios", record.bios);
    packets_.argument("segments", record.segments);
    if (analysis::has_flag(record, WB_REQUEST_INODE_KNOWN)) {
        packets_.argument("inode", record.inode);
        const auto& file = names_.file(record.inode_dev, record.inode, record.generation);
        if (!file.empty()) packets_.argument("file", file);
    }
    if (analysis::has_flag(record, WB_REQUEST_DIRTIER_KNOWN))
        packets_.argument("dirtier_tgid", record.dirtier_tgid);
    if (record.requeues != 0) packets_.argument("requeues", record.requeues);
    if (record.error != 0) packets_.argument_signed("error", record.error);
}

void RequestSlices::add(const wb_request_done& record) {
    const std::uint64_t end_ns = record.header.time_ns;
    if (record.queued_ns == 0 || end_ns == 0) return;
    const auto begin_ns = std::min<std::uint64_t>(record.queued_ns, end_ns);
    auto* tracks = device(record.dev);
    if (tracks != nullptr) depth_.add(record, tracks->group, tracks->name);
    const auto lane = tracks != nullptr
                          ? tracks->requests.take(begin_ns, end_ns, numbers_, packets_)
                          : std::nullopt;
    if (!lane) {
        ++not_drawn_;
        return;
    }
    const char* op = model::op_names[analysis::index_of(analysis::op_of(record))];
    const auto flow = draw_way(record, *tracks);
    describe(record);
    packets_.slice_begin(*lane, begin_ns, op, flow);
    const auto issued_ns = std::min<std::uint64_t>(record.issued_ns, end_ns);
    if (!analysis::has_flag(record, WB_REQUEST_BIO_BASED) && issued_ns > begin_ns) {
        packets_.slice_begin(*lane, begin_ns, "queued");
        packets_.slice_end(*lane, issued_ns);
    }
    packets_.slice_end(*lane, end_ns);
}

}  // namespace wbtrace::exports::perfetto
