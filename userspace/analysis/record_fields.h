// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// The way to values of a record that cannot be used as they stand. Aggregators take
// them from here only.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "bpf/abi/block_events.h"
#include "bpf/abi/probe_config.h"
#include "bpf/abi/totals.h"
#include "model/snapshot.h"

namespace wbtrace::analysis {

/// The operation, safe as an index into arrays of model::op_count. Numbers that this
/// build does not know count as `other`.
model::Op op_of(const wb_request_done& record);

constexpr std::size_t index_of(model::Op op) { return static_cast<std::size_t>(op); }

/// The row of the device table, below WB_MAX_DEVICES; empty when it is not.
inline std::optional<std::uint32_t> slot_of(const wb_request_done& record) {
    if (record.device_slot >= WB_MAX_DEVICES) return std::nullopt;
    return record.device_slot;
}

/// A fixed field up to its first NUL or its end. The bytes are a task's or a device's
/// own and may be anything; views make them printable.
inline std::string_view text_of(std::span<const __u8> field) {
    const std::string_view whole(reinterpret_cast<const char*>(field.data()), field.size());
    return whole.substr(0, whole.find('\0'));
}

/// Not a file's inode: its pages are the trees of btrfs.
inline constexpr std::uint64_t btrfs_tree_inode = 1;

inline bool has_flag(const wb_request_done& record, unsigned flag) {
    return (record.flags & flag) != 0;
}

/// As owner_of() of bpf/lib/operation.bpf.h.
inline wb_owner owner_of(const wb_request_done& record) {
    const unsigned ours = has_flag(record, WB_REQUEST_DIRTIER_KNOWN) ? WB_REQUEST_DIRTIER_IN_SCOPE
                                                                     : WB_REQUEST_ISSUER_IN_SCOPE;
    return has_flag(record, ours) ? WB_OWNER_SCOPE : WB_OWNER_OTHERS;
}

/// With the data of other files that it writes before a commit.
inline bool by_jbd2(const wb_request_done& record) {
    return has_flag(record, WB_REQUEST_ISSUER_KTHREAD) &&
           text_of(record.issuer_comm).starts_with("jbd2/");
}

/// "8:16" of a device number as records carry it (major << 20 | minor).
std::string dev_text(std::uint32_t dev);

}  // namespace wbtrace::analysis
