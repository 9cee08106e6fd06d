// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "recording/format.h"

namespace wbtrace::recording {

/// The bytes of a recording: `read` fills as much of `to` as there is from `offset` on and says
/// how much that was.
struct Bytes {
    std::uint64_t size = 0;
    std::function<std::size_t(std::uint64_t offset, std::span<std::byte> to)> read;
};

/// Of a regular file.
Result<Bytes> open_bytes(const std::string& path);
/// Of memory that outlives them.
Bytes bytes_in(std::span<const std::byte> memory);

/// Where reading stopped before the end of the file, and why.
struct Damage {
    std::uint64_t offset = 0;
    std::string why;
};

/// The chunks of a recording in the order of their writing: for one that was written from front
/// to end those before the first that is not whole, else those from which on none is missing.
/// Nothing in the file is trusted: headers are checked by their sums and against its size.
class ChunkSource {
public:
    /// Fails when it is no recording, or of a version that cannot be read.
    static Result<ChunkSource> open(Bytes bytes);
    ChunkSource(ChunkSource&&) noexcept;
    ChunkSource& operator=(ChunkSource&&) noexcept;
    ~ChunkSource();

    [[nodiscard]] const FileHeader& header() const { return header_; }
    [[nodiscard]] std::uint64_t size() const { return bytes_.size; }
    [[nodiscard]] bool ring() const { return (header_.flags & file_ring) != 0; }
    /// Their headers are whole, their payloads have not been looked at.
    [[nodiscard]] std::span<const IndexEntry> chunks() const { return chunks_; }
    /// Empty: every chunk header up to the end of the file, or the trailer, is whole.
    [[nodiscard]] const std::optional<Damage>& damage() const { return damage_; }

    /// Whether index and trailer are there and say the same as the headers.
    [[nodiscard]] bool index_agrees();

    /// The payload, checked and uncompressed; holds until the next call.
    [[nodiscard]] Result<std::span<const std::byte>> payload(const IndexEntry& chunk);

private:
    struct Decompressor;
    explicit ChunkSource(Bytes bytes);

    Result<void> read_header();
    [[nodiscard]] std::optional<ChunkHeader> header_at(std::uint64_t offset);
    void find_in_order();
    void find_anywhere();
    [[nodiscard]] std::vector<IndexEntry> all_headers();
    void drop_overwritten();
    void keep_unbroken();

    Bytes bytes_;
    FileHeader header_;
    std::vector<IndexEntry> chunks_;
    std::optional<Damage> damage_;
    std::unique_ptr<Decompressor> decompressor_;
    std::vector<std::byte> stored_;
    std::vector<std::byte> raw_;
};

}  // namespace wbtrace::recording
