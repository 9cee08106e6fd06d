// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "recording/format.h"
#include "recording/record_block.h"

namespace wbtrace::recording {

/// What is to be written: a block of records, or facts.
struct Piece {
    ChunkKind kind = ChunkKind::records;
    std::unique_ptr<RecordBlock> block = {};
    std::string facts = {};
    std::uint64_t time_ns = 0;  ///< of facts: their moment
    Gap gap = {};
};

/// Collects records into blocks and hands those to the thread that writes. Bounded: a block for
/// which there is no room is left out, and a gap stands in its place.
class BlockQueue {
public:
    void add(std::uint16_t kind, std::span<const std::byte> record);
    /// Closes the open block first. Facts are always taken.
    void add(Piece piece);
    void close();

    /// Waits for a piece; a block that stays open too long is one. Empty when the queue is
    /// closed and drained.
    [[nodiscard]] std::optional<Piece> take();
    /// Gives a block back.
    void recycle(std::unique_ptr<RecordBlock> block);

    /// Records that were left out.
    [[nodiscard]] std::uint64_t lost();

private:
    void hand_over();
    [[nodiscard]] bool open_too_long() const;

    std::mutex mutex_;
    std::condition_variable filled_;
    std::unique_ptr<RecordBlock> open_ = std::make_unique<RecordBlock>();
    std::chrono::steady_clock::time_point opened_at_;
    std::deque<Piece> queued_;
    std::size_t queued_bytes_ = 0;
    std::vector<std::unique_ptr<RecordBlock>> spare_;
    Gap gap_;  // that has not been told yet
    std::uint64_t lost_ = 0;
    bool closed_ = false;
};

}  // namespace wbtrace::recording
