// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "pipeline/reorder_window.h"

#include <algorithm>
#include <utility>

namespace wbtrace::pipeline {

void ReorderWindow::push(std::unique_ptr<Batch> batch) {
    std::uint64_t newest_ns = 0;
    batch->for_each([&](const std::byte* frame, std::uint64_t time_ns) {
        keys_.push({time_ns, frame});
        newest_ns = std::max(newest_ns, time_ns);
    });
    if (batch->empty()) {
        spent_.push_back(std::move(batch));
        return;
    }
    const std::size_t bytes = batch->capacity_bytes();
    held_bytes_ += bytes;
    held_.push_back({std::move(batch), bytes, newest_ns});
}

std::size_t ReorderWindow::count_before(std::uint64_t watermark_ns) {
    if (held_bytes_ > max_held_bytes_) return count_all();
    const auto keys = keys_.sort();
    const auto end = std::partition_point(
        keys.begin(), keys.end(), [&](const auto& key) { return key.time_ns < watermark_ns; });
    const auto count = static_cast<std::size_t>(end - keys.begin());
    count_late(count);
    return count;
}

std::size_t ReorderWindow::count_all() {
    count_late(keys_.size());
    return keys_.size();
}

void ReorderWindow::count_late(std::size_t count) {
    if (count == 0) return;
    const auto ready = keys_.sort().first(count);
    const auto end = std::partition_point(ready.begin(), ready.end(), [&](const auto& key) {
        return key.time_ns < newest_delivered_ns_;
    });
    late_ += static_cast<std::uint64_t>(end - ready.begin());
    newest_delivered_ns_ = std::max(newest_delivered_ns_, ready.back().time_ns);
}

// The pending keys are sorted, so a batch is spent when all its records are older
// than the first of them.
void ReorderWindow::drop_front(std::size_t count) {
    keys_.drop_front(count);
    const auto keys = keys_.sort();
    const auto spent = std::partition(held_.begin(), held_.end(), [&](const Held& held) {
        return !keys.empty() && held.newest_ns >= keys.front().time_ns;
    });
    for (auto it = spent; it != held_.end(); ++it) {
        held_bytes_ -= it->bytes;
        spent_.push_back(std::move(it->batch));
    }
    held_.erase(spent, held_.end());
}

std::unique_ptr<Batch> ReorderWindow::take_spent() {
    if (spent_.empty()) return nullptr;
    auto batch = std::move(spent_.back());
    spent_.pop_back();
    return batch;
}

}  // namespace wbtrace::pipeline
