// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "output_queue.h"

#include <system_error>
#include <utility>

namespace wbtrace {

namespace {

// Some hundred reports: enough for somebody who looks at one for a while.
constexpr std::size_t most_waiting_bytes = 8U << 20;

}  // namespace

Result<std::unique_ptr<OutputQueue>> OutputQueue::start(Output output) {
    std::unique_ptr<OutputQueue> queue(new OutputQueue(std::move(output)));
    try {
        queue->thread_ = std::thread([raw = queue.get()] { raw->run(); });
    } catch (const std::system_error& error) {
        return fail(std::string("no thread can be had to write the reports: ") + error.what(),
                    "raise the limit on processes (ulimit -u)");
    }
    return queue;
}

OutputQueue::~OutputQueue() { close(); }

bool OutputQueue::has_room() {
    const std::lock_guard lock(mutex_);
    return waiting_bytes_ < most_waiting_bytes;
}

void OutputQueue::push(std::string text) {
    {
        const std::lock_guard lock(mutex_);
        waiting_bytes_ += text.size();
        waiting_.push_back(std::move(text));
    }
    changed_.notify_one();
}

bool OutputQueue::ended() {
    const std::lock_guard lock(mutex_);
    return ended_;
}

void OutputQueue::close() {
    {
        const std::lock_guard lock(mutex_);
        closed_ = true;
    }
    changed_.notify_one();
    if (thread_.joinable()) thread_.join();
}

Result<void> OutputQueue::finish() {
    close();
    return outcome_;
}

// What is being written still counts as waiting.
void OutputQueue::run() {
    std::unique_lock lock(mutex_);
    for (;;) {
        changed_.wait(lock, [&] { return closed_ || !waiting_.empty(); });
        if (waiting_.empty()) return;
        const std::string text = std::move(waiting_.front());
        waiting_.pop_front();
        if (!ended_) {
            lock.unlock();
            auto written = output_.write(text);
            lock.lock();
            if (!written) outcome_ = std::move(written);
            ended_ = !outcome_ || output_.reader_gone();
        }
        waiting_bytes_ -= text.size();
    }
}

}  // namespace wbtrace
