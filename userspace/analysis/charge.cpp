// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "analysis/charge.h"

#include "analysis/record_fields.h"

namespace wbtrace::analysis {

namespace {

using model::RequestKind;

Task dirtier_of(const wb_request_done& record) {
    return {record.dirtier_tgid, record.dirtier_pid, record.dirtier_cgroup_id,
            has_flag(record, WB_REQUEST_DIRTIER_IN_SCOPE)};
}

bool of_page_cache(RequestKind kind) {
    return kind == RequestKind::file_data || kind == RequestKind::device_pages;
}

}  // namespace

// Pages of a file tell it themselves, the rest the loop driver's thread.
bool comes_again(const wb_request_done& record, const Context& context) {
    const auto above = context.loops_above.find(record.dev);
    if (above == context.loops_above.end()) return false;
    const auto& filesystems = context.filesystems;
    if (!has_flag(record, WB_REQUEST_INODE_KNOWN) || filesystems.is_device_node(record.inode_dev))
        return has_flag(record, WB_REQUEST_FROM_ABOVE);
    return std::any_of(above->second.begin(), above->second.end(), [&](std::uint32_t loop) {
        return filesystems.lies_on(record.inode_dev, loop);
    });
}

Task issuer_of(const wb_request_done& record) {
    return {record.issuer_tgid, record.issuer_pid, record.cgroup_id,
            has_flag(record, WB_REQUEST_ISSUER_IN_SCOPE)};
}

std::optional<Task> charged_task(const wb_request_done& record, RequestKind kind) {
    if (kind == RequestKind::direct)
        return has_flag(record, WB_REQUEST_SUBMITTED) ? dirtier_of(record) : issuer_of(record);
    if (!of_page_cache(kind)) return std::nullopt;
    if (record.op == WB_OP_READ) return issuer_of(record);
    if (has_flag(record, WB_REQUEST_DIRTIER_KNOWN)) return dirtier_of(record);
    return std::nullopt;
}

void charge(const wb_request_done& record, RequestKind kind, model::ChargedIo& to) {
    ++to.requests;
    to.bytes += record.done_bytes;
    if (kind == RequestKind::direct)
        to.direct_bytes += record.done_bytes;
    else if (record.op == WB_OP_READ)
        to.fetched_bytes += record.done_bytes;
    else if (record.op == WB_OP_WRITE)
        to.written_back_bytes += record.done_bytes;
}

bool counts_in_tables(const wb_request_done& record, const Context& context) {
    return context.upper_devices.count(record.dev) == 0 && !comes_again(record, context);
}

}  // namespace wbtrace::analysis
