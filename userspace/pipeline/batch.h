// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>

#include "bpf/abi/event_header.h"

namespace wbtrace::pipeline {

/// Records as they came out of the ring buffers, one behind the other in one piece
/// of memory that is kept when the batch is used again.
///
/// Each record stands behind a frame: eight bytes with the size that the ring buffer
/// gave, since the size inside the record is not to be trusted. Records are aligned
/// to eight bytes.
class Batch {
public:
    /// Every record that was stamped before this time has been appended to this
    /// batch or to one before it. CLOCK_MONOTONIC.
    std::uint64_t watermark_ns = 0;

    /// Copies a record. One too short for a header is only counted.
    void append(std::span<const std::byte> record);

    /// Forgets the records, keeps the memory.
    void clear();

    [[nodiscard]] bool empty() const { return used_ == 0; }
    [[nodiscard]] std::size_t used_bytes() const { return used_; }
    [[nodiscard]] std::size_t capacity_bytes() const { return capacity_; }
    [[nodiscard]] std::uint64_t too_short() const { return too_short_; }

    /// The record behind a frame; frames come from for_each().
    static std::span<const std::byte> record_at(const std::byte* frame) {
        std::uint64_t size = 0;
        std::memcpy(&size, frame, sizeof size);
        return {frame + frame_bytes, static_cast<std::size_t>(size)};
    }

    /// Calls visit(frame, time_ns) for each record, in the order of appending.
    template <typename Visit>
    void for_each(Visit&& visit) const {
        for (std::size_t at = 0; at < used_;) {
            const std::byte* frame = data_.get() + at;
            visit(frame, time_of(frame));
            at += framed(record_at(frame).size());
        }
    }

private:
    static constexpr std::size_t frame_bytes = 8;

    static std::size_t framed(std::size_t record_bytes) {
        return frame_bytes + (record_bytes + 7) / 8 * 8;
    }
    static std::uint64_t time_of(const std::byte* frame) {
        std::uint64_t time_ns = 0;
        std::memcpy(&time_ns, frame + frame_bytes + offsetof(wb_event_header, time_ns),
                    sizeof time_ns);
        return time_ns;
    }
    void grow(std::size_t needed);

    std::unique_ptr<std::byte[]> data_;
    std::size_t used_ = 0;
    std::size_t capacity_ = 0;
    std::uint64_t too_short_ = 0;
};

}  // namespace wbtrace::pipeline
