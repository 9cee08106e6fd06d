// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "pipeline/batch.h"
#include "pipeline/run_sorter.h"

namespace wbtrace::pipeline {

/// Puts the records of several rings into time order. Records stay where they are in
/// their batch; only keys move.
///
/// A batch is held until all its records were released, hence memory is bounded by
/// how far the watermark stays behind. Should it stay behind too far, all that is held
/// is released before its time, and what should have come before it counts as late.
class ReorderWindow {
public:
    explicit ReorderWindow(std::size_t max_held_bytes) : max_held_bytes_(max_held_bytes) {}

    void push(std::unique_ptr<Batch> batch);

    /// Calls deliver(record) for the records stamped before `watermark_ns`, by time
    /// and, for equal times, by arrival. A record older than what was delivered
    /// before comes first, and is counted as late.
    template <typename Deliver>
    void release(std::uint64_t watermark_ns, Deliver&& deliver) {
        deliver_front(count_before(watermark_ns), deliver);
    }

    /// Delivers all that is left.
    template <typename Deliver>
    void flush(Deliver&& deliver) {
        deliver_front(count_all(), deliver);
    }

    /// A batch of which nothing is pending; nullptr when there is none.
    [[nodiscard]] std::unique_ptr<Batch> take_spent();

    [[nodiscard]] std::uint64_t late() const { return late_; }
    [[nodiscard]] std::size_t pending() const { return keys_.size(); }
    /// Memory of the batches that are held.
    [[nodiscard]] std::size_t held_bytes() const { return held_bytes_; }

private:
    struct Held {
        std::unique_ptr<Batch> batch;
        std::size_t bytes;
        std::uint64_t newest_ns;
    };

    template <typename Deliver>
    void deliver_front(std::size_t count, Deliver&& deliver) {
        const auto ready = keys_.sort().first(count);
        for (const RecordKey& key : ready) deliver(Batch::record_at(key.frame));
        drop_front(count);
    }
    std::size_t count_before(std::uint64_t watermark_ns);
    std::size_t count_all();
    void count_late(std::size_t count);
    void drop_front(std::size_t count);

    const std::size_t max_held_bytes_;
    RunSorter keys_;
    std::vector<Held> held_;
    std::vector<std::unique_ptr<Batch>> spent_;
    std::size_t held_bytes_ = 0;
    std::uint64_t newest_delivered_ns_ = 0;
    std::uint64_t late_ = 0;
};

}  // namespace wbtrace::pipeline
