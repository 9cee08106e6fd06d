// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "recording/block_queue.h"

#include <algorithm>
#include <utility>

namespace wbtrace::recording {

namespace {

using Clock = std::chrono::steady_clock;

// Large enough to compress well, small enough that a crash costs little.
constexpr std::size_t block_bytes = 2U << 20;
constexpr std::uint32_t block_records = 64 * 1024;
constexpr auto longest_open = std::chrono::seconds(1);
// More than a second of 250 thousand requests.
constexpr std::size_t most_queued_bytes = 48U << 20;

}  // namespace

void BlockQueue::add(std::uint16_t kind, std::span<const std::byte> record) {
    const std::lock_guard lock(mutex_);
    if (open_->empty()) opened_at_ = Clock::now();
    open_->add(kind, record);
    if (open_->raw_bytes() >= block_bytes || open_->count() >= block_records) hand_over();
}

void BlockQueue::add(Piece piece) {
    const std::lock_guard lock(mutex_);
    hand_over();
    queued_.push_back(std::move(piece));
    filled_.notify_one();
}

/// With the lock held. What no room is for becomes part of the gap, which is told as soon as
/// there is room.
void BlockQueue::hand_over() {
    if (open_->empty()) return;
    if (queued_bytes_ + open_->raw_bytes() > most_queued_bytes) {
        if (gap_.records == 0) gap_.first_ns = open_->first_ns();
        gap_.records += open_->count();
        gap_.last_ns = open_->last_ns();
        lost_ += open_->count();
        open_->clear();
        return;
    }
    if (gap_.records != 0) queued_.push_back({ChunkKind::gap, {}, {}, 0, std::exchange(gap_, {})});
    queued_bytes_ += open_->raw_bytes();
    queued_.push_back({ChunkKind::records, std::move(open_), {}, 0, {}});
    if (spare_.empty()) {
        open_ = std::make_unique<RecordBlock>();
    } else {
        open_ = std::move(spare_.back());
        spare_.pop_back();
    }
    filled_.notify_one();
}

bool BlockQueue::open_too_long() const {
    return !open_->empty() && Clock::now() - opened_at_ >= longest_open;
}

void BlockQueue::close() {
    const std::lock_guard lock(mutex_);
    hand_over();
    if (gap_.records != 0) queued_.push_back({ChunkKind::gap, {}, {}, 0, std::exchange(gap_, {})});
    closed_ = true;
    filled_.notify_one();
}

std::optional<Piece> BlockQueue::take() {
    std::unique_lock lock(mutex_);
    while (queued_.empty() && !closed_) {
        filled_.wait_for(lock, longest_open);
        if (queued_.empty() && open_too_long()) hand_over();
    }
    if (queued_.empty()) return std::nullopt;
    Piece piece = std::move(queued_.front());
    queued_.pop_front();
    if (piece.block) queued_bytes_ -= piece.block->raw_bytes();
    return piece;
}

void BlockQueue::recycle(std::unique_ptr<RecordBlock> block) {
    block->clear();
    const std::lock_guard lock(mutex_);
    constexpr std::size_t most_spare = 2;
    if (spare_.size() < most_spare) spare_.push_back(std::move(block));
}

std::uint64_t BlockQueue::lost() {
    const std::lock_guard lock(mutex_);
    return lost_;
}

}  // namespace wbtrace::recording
