// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// The outer form of a recording, as docs/recording-format.md describes it: a file header, then
// chunks, each with a header of its own, then a trailer. All numbers are little-endian.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace wbtrace::recording {

static_assert(std::endian::native == std::endian::little, "numbers are written as they stand");

inline constexpr std::array<unsigned char, 8> file_magic = {0x89, 'w',  'b',  't',
                                                            '\r', '\n', 0x1a, '\n'};
inline constexpr std::uint16_t format_major = 1;
inline constexpr std::uint16_t format_minor = 1;

struct FileHeader {
    std::array<unsigned char, 8> magic = file_magic;
    std::uint16_t major = format_major;  ///< another one cannot be read
    std::uint16_t minor = format_minor;  ///< a newer one adds what may be skipped
    std::uint32_t header_bytes = 64;     ///< where the first chunk begins
    std::uint64_t flags = 0;             ///< see below
    std::array<std::uint64_t, 4> reserved{};
    std::uint64_t checksum = 0;  ///< of the bytes before it
};
static_assert(sizeof(FileHeader) == 64);

/// Flag: only the last part was kept, hence chunks lie in any order, with what is left of older
/// ones between them.
inline constexpr std::uint64_t file_ring = 1;

/// Each chunk begins at a multiple of it; up to there the bytes behind a chunk mean nothing.
inline constexpr std::size_t chunk_alignment = 64;

/// So many bytes with what is left up to where the next chunk may begin.
constexpr std::uint64_t padded(std::uint64_t bytes) {
    return (bytes + chunk_alignment - 1) / chunk_alignment * chunk_alignment;
}

enum class ChunkKind : std::uint16_t {
    start = 1,    ///< StartFacts; the first chunk
    records = 2,  ///< see record_block.h
    cut = 3,      ///< CutFacts of a report in between; records before it were stamped before it
    end = 4,      ///< CutFacts of the whole
    gap = 5,      ///< records are missing here: see Gap
    index = 6,    ///< an IndexEntry for every chunk that counts
    names = 7,    ///< as records: what older, dropped chunks told of names; to be shown first
    stacks = 8,   ///< StacksPart: stacks by name, for flame graphs
};

inline constexpr std::uint16_t chunk_zstd = 1;  ///< flag: stored as one zstd frame

inline constexpr std::array<unsigned char, 4> chunk_magic = {'w', 'b', 'c', 'k'};

struct ChunkHeader {
    std::array<unsigned char, 4> magic = chunk_magic;
    std::uint16_t kind = 0;  ///< ChunkKind; unknown ones are skipped
    std::uint16_t flags = 0;
    std::uint32_t raw_bytes = 0;     ///< of the payload, uncompressed
    std::uint32_t stored_bytes = 0;  ///< behind this header
    std::uint64_t first_ns = 0;      ///< least stamp of the records
    std::uint64_t last_ns = 0;       ///< greatest
    std::uint32_t count = 0;         ///< of records; 0: not said, nor their stamps
    std::uint32_t sequence = 0;      ///< in the order of writing: counts up by one from 0
    std::uint64_t reserved = 0;
    std::uint64_t payload_checksum = 0;
    std::uint64_t header_checksum = 0;  ///< of the bytes before it

    [[nodiscard]] bool is(ChunkKind wanted) const {
        return kind == static_cast<std::uint16_t>(wanted);
    }
};
static_assert(sizeof(ChunkHeader) == chunk_alignment);

/// Payload of a chunk `gap`.
struct Gap {
    std::uint64_t records = 0;
    std::uint64_t first_ns = 0, last_ns = 0;
};

/// Where a chunk is, and what it says of itself.
struct IndexEntry {
    std::uint64_t offset = 0;
    ChunkHeader header;
};
static_assert(sizeof(IndexEntry) == 72);

inline constexpr std::array<unsigned char, 8> trailer_magic = {'w', 'b', 't', '-',
                                                               'e', 'n', 'd', '\n'};

/// The last bytes of a recording that was ended well.
struct Trailer {
    std::uint64_t index_offset = 0;  ///< of the chunk `index`
    std::uint64_t checksum = 0;      ///< of the bytes before it
    std::array<unsigned char, 8> magic = trailer_magic;
};
static_assert(sizeof(Trailer) == 24);

// What a reader must be ready to hold. No writer makes larger chunks.
inline constexpr std::uint32_t most_record_bytes = 16U << 20;  ///< raw, of a chunk `records`
inline constexpr std::uint32_t most_facts_bytes = 32U << 20;   ///< raw, of all others
inline constexpr std::uint32_t most_records = 1U << 20;        ///< in a chunk

template <typename T>
std::span<const std::byte> bytes_of(const T& value) {
    return std::as_bytes(std::span(&value, 1));
}

/// XXH64 with seed 0.
std::uint64_t checksum_of(std::span<const std::byte> bytes);

/// Of what stands before a header's last member.
template <typename Header>
std::uint64_t own_checksum(const Header& header) {
    return checksum_of(bytes_of(header).first(sizeof header - sizeof(std::uint64_t)));
}

/// "records"; empty for a kind that this build does not know.
std::string_view name_of(ChunkKind kind);

}  // namespace wbtrace::recording
