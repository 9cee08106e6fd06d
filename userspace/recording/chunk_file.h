// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/unique_fd.h"
#include "recording/extents.h"
#include "recording/format.h"

namespace wbtrace::recording {

/// Which part of a trace is kept; the whole of it without both.
struct Keep {
    std::uint64_t limit_bytes = 0;  ///< the file never grows beyond it; 0: no limit
    std::uint64_t last_ns = 0;      ///< records of so long before the end; 0: all

    [[nodiscard]] bool part() const { return limit_bytes != 0 || last_ns != 0; }
};

/// What a chunk is about.
struct ChunkLabel {
    ChunkKind kind = ChunkKind::records;
    std::uint64_t first_ns = 0, last_ns = 0;
    std::uint32_t count = 0;
};

/// A recording that is written chunk by chunk. At any moment the file is a recording of all
/// chunks whose write has returned.
class ChunkFile {
public:
    /// Opens the file; what it held goes with the first chunk.
    static Result<ChunkFile> create(const std::string& path, Keep keep);
    ChunkFile(ChunkFile&&) noexcept;
    ~ChunkFile();

    /// Fails when the disk is full, or broken; then the file is as it was before. Fails, too, when
    /// somebody else has cut the file, until the chunks that are gone are dropped.
    Result<void> write(const ChunkLabel& label, std::span<const std::byte> payload);

    /// Gives up the youngest chunk to have room for what is more important, and tells what it
    /// was. Empty: only the first one is left.
    std::optional<ChunkHeader> drop_youngest();

    /// Writes index and trailer.
    Result<void> finish();

    /// Whether it still is where it was opened: it may have been removed, or renamed.
    [[nodiscard]] Result<void> still_there() const;
    /// A reader finds at least the first chunk.
    [[nodiscard]] bool readable() const;

    [[nodiscard]] std::uint64_t records() const { return records_; }  ///< that are in it
    [[nodiscard]] std::uint64_t bytes() const { return extents_.end(); }
    [[nodiscard]] std::uint64_t dropped_records() const { return dropped_records_; }
    [[nodiscard]] std::size_t chunks() const { return chunks_.size(); }

private:
    struct Compressor;
    ChunkFile(UniqueFd fd, std::string path, Keep keep);

    Result<void> begin();
    [[nodiscard]] std::span<const std::byte> compressed(std::span<const std::byte> payload);
    void forget_older_than(std::uint64_t time_ns);
    bool forget_oldest();
    std::uint64_t place_for(std::uint64_t bytes);
    Result<void> put(std::uint64_t offset, const ChunkHeader& header,
                     std::span<const std::byte> stored);
    Result<void> write_at(std::uint64_t offset, std::span<const std::byte> bytes);
    void cut_off();
    [[nodiscard]] std::uint64_t size() const;

    UniqueFd fd_;
    std::string path_;
    Keep keep_;
    bool begun_ = false;
    std::uint32_t next_sequence_ = 0;
    std::uint64_t records_ = 0;
    std::uint64_t dropped_records_ = 0;  // by Keep
    std::deque<IndexEntry> chunks_;      // in the order of writing
    Extents extents_;
    std::unique_ptr<Compressor> compressor_;
};

}  // namespace wbtrace::recording
