// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "base/result.h"
#include "output.h"

namespace wbtrace {

/// Writes texts in their order on a thread of its own, so that a reader which is slow, or
/// stands still, does not hold up who gives them.
class OutputQueue {
public:
    /// Fails when no thread can be had.
    static Result<std::unique_ptr<OutputQueue>> start(Output output);
    OutputQueue(const OutputQueue&) = delete;
    OutputQueue& operator=(const OutputQueue&) = delete;
    ~OutputQueue();

    /// False: so much waits already that no more should be made.
    [[nodiscard]] bool has_room();
    /// Takes it in any case.
    void push(std::string text);
    /// Nothing more will be written: the reader has gone away, or writing failed.
    [[nodiscard]] bool ended();
    /// Waits until all is written, as long as that takes. Fails when some was not; a reader that
    /// has gone away is no failure.
    Result<void> finish();

private:
    explicit OutputQueue(Output output) : output_(std::move(output)) {}

    void run();
    void close();

    Output output_;  // the thread's
    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<std::string> waiting_;
    std::size_t waiting_bytes_ = 0;
    bool closed_ = false;
    bool ended_ = false;
    Result<void> outcome_;
    std::thread thread_;
};

}  // namespace wbtrace
