// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "recording/decoded_chunks.h"

#include <string_view>
#include <system_error>
#include <utility>

#include "recording/facts_text.h"
#include "recording/payload_reader.h"

namespace wbtrace::recording {

namespace {

constexpr std::size_t most_ready = 2;

}  // namespace

DecodedChunks::DecodedChunks(ChunkSource& source, std::vector<IndexEntry> chunks)
    : source_(source), chunks_(std::move(chunks)) {
    try {
        thread_ = std::thread([this] { run(); });
    } catch (const std::system_error&) {
    }
}

DecodedChunks::~DecodedChunks() {
    {
        const std::lock_guard lock(mutex_);
        stop_ = true;
    }
    changed_.notify_all();
    if (thread_.joinable()) thread_.join();
}

void DecodedChunks::run() {
    for (;;) {
        auto decoded = decode_next();
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [this] { return stop_ || ready_.size() < most_ready; });
        if (!decoded || stop_) {
            all_decoded_ = true;
            changed_.notify_all();
            return;
        }
        ready_.push_back(std::move(*decoded));
        changed_.notify_all();
    }
}

std::optional<DecodedChunk> DecodedChunks::next() {
    if (!thread_.joinable()) return decode_next();
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return all_decoded_ || !ready_.empty(); });
    if (ready_.empty()) return std::nullopt;
    auto decoded = std::move(ready_.front());
    ready_.pop_front();
    changed_.notify_all();
    return decoded;
}

void DecodedChunks::recycle(std::unique_ptr<RecordBlock> block) {
    const std::lock_guard lock(mutex_);
    spare_.push_back(std::move(block));
}

std::unique_ptr<RecordBlock> DecodedChunks::spare_block() {
    const std::lock_guard lock(mutex_);
    if (spare_.empty()) return std::make_unique<RecordBlock>();
    auto block = std::move(spare_.back());
    spare_.pop_back();
    return block;
}

std::optional<DecodedChunk> DecodedChunks::decode_next() {
    if (at_ == chunks_.size()) return std::nullopt;
    auto decoded = decode(chunks_[at_]);
    at_ = decoded.sound ? at_ + 1 : chunks_.size();
    return decoded;
}

DecodedChunk DecodedChunks::decode(const IndexEntry& chunk) {
    DecodedChunk decoded{chunk};
    const auto payload = source_.payload(chunk);
    if (!payload) {
        decoded.sound = tl::unexpected(payload.error());
    } else if (chunk.header.is(ChunkKind::records) || chunk.header.is(ChunkKind::names)) {
        decoded.block = spare_block();
        decoded.sound = decoded.block->decode(*payload);
        // One that lies years ahead would ask for intervals without end.
        if (decoded.sound && chunk.header.count != 0 && !decoded.block->empty() &&
            (decoded.block->first_ns() < chunk.header.first_ns ||
             decoded.block->last_ns() > chunk.header.last_ns))
            decoded.sound = fail("records have other times than their chunk says");
    } else if (chunk.header.is(ChunkKind::cut) || chunk.header.is(ChunkKind::end)) {
        auto facts =
            read_cut_facts({reinterpret_cast<const char*>(payload->data()), payload->size()});
        if (facts)
            decoded.facts = std::move(*facts);
        else
            decoded.sound = tl::unexpected(facts.error());
    } else if (chunk.header.is(ChunkKind::gap)) {
        if (!PayloadReader(*payload).take(decoded.gap)) decoded.sound = fail("a gap is cut off");
    }
    return decoded;
}

}  // namespace wbtrace::recording
