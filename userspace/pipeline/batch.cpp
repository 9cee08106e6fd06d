// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "pipeline/batch.h"

#include <algorithm>

namespace wbtrace::pipeline {

namespace {
constexpr std::size_t first_capacity = 16 * 1024;
}

void Batch::append(std::span<const std::byte> record) {
    if (record.size() < sizeof(wb_event_header)) {
        ++too_short_;
        return;
    }
    const std::size_t end = used_ + framed(record.size());
    if (end > capacity_) grow(end);
    std::byte* frame = data_.get() + used_;
    const std::uint64_t size = record.size();
    std::memcpy(frame, &size, sizeof size);
    std::memcpy(frame + frame_bytes, record.data(), record.size());
    used_ = end;
}

void Batch::clear() {
    used_ = 0;
    too_short_ = 0;
    watermark_ns = 0;
}

// Not a vector: that would write zeroes before each record.
void Batch::grow(std::size_t needed) {
    const std::size_t capacity = std::max({needed, 2 * capacity_, first_capacity});
    auto data = std::make_unique_for_overwrite<std::byte[]>(capacity);
    if (used_ > 0) std::memcpy(data.get(), data_.get(), used_);
    data_ = std::move(data);
    capacity_ = capacity;
}

}  // namespace wbtrace::pipeline
