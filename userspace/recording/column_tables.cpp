// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// Which fields of the commonest records are kept how. Not part of the format: each block says
// for itself what its columns are.
#include <algorithm>
#include <array>

#include "bpf/abi/block_events.h"
#include "bpf/abi/event_list.h"
#include "bpf/abi/page_cache_events.h"
#include "recording/columns.h"

namespace wbtrace::recording {

namespace {

#define WB_COLUMN(type, member, how) \
    Column { offsetof(type, member), 0, sizeof(static_cast<type*>(nullptr)->member), how, 0 }
#define WB_COLUMN_BELOW(type, member, base_member) \
    Column { offsetof(type, member), offsetof(type, base_member), 8, Encoding::below, 0 }

constexpr auto plain = Encoding::plain;
constexpr auto delta = Encoding::delta;

constexpr std::array header_columns = {
    WB_COLUMN(wb_event_header, kind, plain),
    WB_COLUMN(wb_event_header, size, plain),
    WB_COLUMN(wb_event_header, cpu, plain),
    WB_COLUMN(wb_event_header, time_ns, delta),
};

constexpr std::array request_columns = {
    WB_COLUMN_BELOW(wb_request_done, issued_ns, header.time_ns),
    WB_COLUMN_BELOW(wb_request_done, queued_ns, issued_ns),
    WB_COLUMN(wb_request_done, sector, delta),
    WB_COLUMN(wb_request_done, inode, plain),
    WB_COLUMN(wb_request_done, cgroup_id, plain),
    WB_COLUMN(wb_request_done, dirtier_cgroup_id, plain),
    WB_COLUMN(wb_request_done, bio_cgroup_id, plain),
    WB_COLUMN(wb_request_done, bytes, plain),
    WB_COLUMN(wb_request_done, done_bytes, plain),
    WB_COLUMN(wb_request_done, dev, plain),
    WB_COLUMN(wb_request_done, inode_dev, plain),
    WB_COLUMN(wb_request_done, device_slot, plain),
    WB_COLUMN(wb_request_done, cmd_flags, plain),
    WB_COLUMN(wb_request_done, issuer_pid, plain),
    WB_COLUMN(wb_request_done, issuer_tgid, plain),
    WB_COLUMN(wb_request_done, dirtier_tgid, plain),
    WB_COLUMN(wb_request_done, dirtier_pid, plain),
    WB_COLUMN(wb_request_done, generation, plain),
    WB_COLUMN(wb_request_done, error, plain),
    WB_COLUMN(wb_request_done, bios, plain),
    WB_COLUMN(wb_request_done, segments, plain),
    WB_COLUMN(wb_request_done, flags, plain),
    WB_COLUMN(wb_request_done, requeues, plain),
    WB_COLUMN(wb_request_done, op, plain),
    Column{offsetof(wb_request_done, issuer_comm), 0, 8, plain, 0},
    Column{offsetof(wb_request_done, issuer_comm) + 8, 0, 8, plain, 0},
};

constexpr std::array remapped_columns = {
    WB_COLUMN(wb_bio_remapped, upper_sector, delta),
    WB_COLUMN(wb_bio_remapped, lower_sector, delta),
    WB_COLUMN(wb_bio_remapped, upper_dev, plain),
    WB_COLUMN(wb_bio_remapped, lower_dev, plain),
    WB_COLUMN(wb_bio_remapped, bytes, plain),
    WB_COLUMN(wb_bio_remapped, cmd_flags, plain),
};

template <std::size_t count>
constexpr std::size_t width_of(const std::array<Column, count>& columns) {
    std::size_t width = 0;
    for (const auto& column : columns) width += column.width;
    return width;
}

// A field that is left out would come back as zero.
static_assert(width_of(header_columns) == sizeof(wb_event_header));
static_assert(width_of(header_columns) + width_of(request_columns) == sizeof(wb_request_done));
static_assert(width_of(header_columns) + width_of(remapped_columns) == sizeof(wb_bio_remapped));

std::span<const Column> table_of(std::uint16_t kind, std::size_t record_bytes) {
    if (kind == WB_EVENT_REQUEST_DONE && record_bytes == sizeof(wb_request_done))
        return request_columns;
    if (kind == WB_EVENT_BIO_REMAPPED && record_bytes == sizeof(wb_bio_remapped))
        return remapped_columns;
    return {};
}

}  // namespace

std::vector<Column> columns_of(std::uint16_t kind, std::size_t record_bytes) {
    std::vector<Column> columns(header_columns.begin(), header_columns.end());
    const auto table = table_of(kind, record_bytes);
    columns.insert(columns.end(), table.begin(), table.end());
    if (!table.empty()) return columns;
    std::size_t at = sizeof(wb_event_header);
    for (const std::size_t width : {8U, 4U, 2U, 1U})
        for (; at + width <= record_bytes; at += width)
            columns.push_back({static_cast<std::uint16_t>(at), 0, static_cast<std::uint8_t>(width),
                               Encoding::plain, 0});
    return columns;
}

}  // namespace wbtrace::recording
