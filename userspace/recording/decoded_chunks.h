// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "analysis/trace_facts.h"
#include "base/result.h"
#include "recording/chunk_source.h"
#include "recording/record_block.h"

namespace wbtrace::recording {

/// What was in a chunk; of kinds that are not for a reader, nothing.
struct DecodedChunk {
    IndexEntry chunk;
    Result<void> sound = {};  ///< else nothing below holds
    std::unique_ptr<RecordBlock> block = {};
    std::optional<analysis::CutFacts> facts = {};
    Gap gap = {};
};

/// Reads and decodes chunks on a thread of its own, a few ahead of who takes them.
class DecodedChunks {
public:
    /// The source must not be used by others meanwhile.
    DecodedChunks(ChunkSource& source, std::vector<IndexEntry> chunks);
    DecodedChunks(const DecodedChunks&) = delete;
    DecodedChunks& operator=(const DecodedChunks&) = delete;
    ~DecodedChunks();

    /// In their order; empty behind the last, or behind one that is not sound.
    std::optional<DecodedChunk> next();
    /// Gives a block back, to be filled again.
    void recycle(std::unique_ptr<RecordBlock> block);

private:
    void run();
    std::optional<DecodedChunk> decode_next();
    DecodedChunk decode(const IndexEntry& chunk);
    std::unique_ptr<RecordBlock> spare_block();

    ChunkSource& source_;
    const std::vector<IndexEntry> chunks_;
    std::size_t at_ = 0;  // the decoder's
    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<DecodedChunk> ready_;
    std::vector<std::unique_ptr<RecordBlock>> spare_;
    bool all_decoded_ = false;
    bool stop_ = false;
    std::thread thread_;  // none can be had: next() decodes
};

}  // namespace wbtrace::recording
