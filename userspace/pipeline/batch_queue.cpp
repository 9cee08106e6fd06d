// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "pipeline/batch_queue.h"

#include <utility>

namespace wbtrace::pipeline {

std::unique_ptr<Batch> BatchQueue::take_empty() {
    {
        const std::lock_guard lock(mutex_);
        if (!empty_.empty()) {
            auto batch = std::move(empty_.back());
            empty_.pop_back();
            return batch;
        }
    }
    return std::make_unique<Batch>();
}

bool BatchQueue::push(std::unique_ptr<Batch> batch) {
    const std::size_t bytes = batch->used_bytes();
    {
        std::unique_lock lock(mutex_);
        drained_.wait(lock, [&] { return closed_ || has_room(bytes); });
        if (closed_) return false;
        queued_bytes_ += bytes;
        queued_.push_back(std::move(batch));
    }
    filled_.notify_one();
    return true;
}

std::unique_ptr<Batch> BatchQueue::pop() {
    std::unique_ptr<Batch> batch;
    {
        std::unique_lock lock(mutex_);
        filled_.wait(lock, [&] { return closed_ || !queued_.empty(); });
        if (queued_.empty()) return nullptr;
        batch = std::move(queued_.front());
        queued_.pop_front();
        queued_bytes_ -= batch->used_bytes();
    }
    drained_.notify_one();
    return batch;
}

void BatchQueue::recycle(std::unique_ptr<Batch> batch) {
    batch->clear();
    const std::lock_guard lock(mutex_);
    empty_.push_back(std::move(batch));
}

void BatchQueue::close() {
    {
        const std::lock_guard lock(mutex_);
        closed_ = true;
    }
    filled_.notify_all();
    drained_.notify_all();
}

}  // namespace wbtrace::pipeline
