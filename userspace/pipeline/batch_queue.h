// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <memory>
#include <mutex>
#include <vector>

#include "pipeline/batch.h"

namespace wbtrace::pipeline {

/// Hands batches from the thread that reads the rings to the one that analyses, and
/// empty ones back. Bounded: when analysis cannot follow, push() blocks, the rings
/// fill up, and the kernel counts what it loses. Nothing is dropped here.
class BatchQueue {
public:
    explicit BatchQueue(std::size_t max_bytes) : max_bytes_(max_bytes) {}

    /// An empty batch: one that came back, or a new one.
    [[nodiscard]] std::unique_ptr<Batch> take_empty();

    /// Waits while the queue is full; a batch larger than the bound waits for an
    /// empty queue. False: the queue was closed, and the batch is lost.
    bool push(std::unique_ptr<Batch> batch);

    /// Waits for a batch; nullptr when the queue is closed and drained.
    [[nodiscard]] std::unique_ptr<Batch> pop();

    /// Gives a batch back for take_empty().
    void recycle(std::unique_ptr<Batch> batch);

    /// What was pushed can still be popped; nothing more can be pushed.
    void close();

private:
    [[nodiscard]] bool has_room(std::size_t bytes) const {
        return queued_.empty() || queued_bytes_ + bytes <= max_bytes_;
    }

    const std::size_t max_bytes_;
    std::mutex mutex_;
    std::condition_variable filled_;
    std::condition_variable drained_;
    std::deque<std::unique_ptr<Batch>> queued_;
    std::vector<std::unique_ptr<Batch>> empty_;
    std::size_t queued_bytes_ = 0;
    bool closed_ = false;
};

}  // namespace wbtrace::pipeline
