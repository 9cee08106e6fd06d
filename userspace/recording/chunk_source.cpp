// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "recording/chunk_source.h"

#include <fmt/format.h>
#include <zstd.h>

#include <algorithm>
#include <cstring>
#include <iterator>
#include <map>
#include <utility>

namespace wbtrace::recording {

namespace {

constexpr std::size_t most_chunks = 4U << 20;  // of the smallest a file of some 500 MB

std::uint64_t end_of(const IndexEntry& chunk) {
    return chunk.offset + padded(sizeof chunk.header + chunk.header.stored_bytes);
}

std::uint32_t most_raw_bytes(const ChunkHeader& header) {
    return header.is(ChunkKind::records) || header.is(ChunkKind::names) ? most_record_bytes
                                                                        : most_facts_bytes;
}

template <typename T>
bool read_at(const Bytes& bytes, std::uint64_t offset, T& value) {
    const auto to = std::as_writable_bytes(std::span(&value, 1));
    return offset <= bytes.size && bytes.read(offset, to) == to.size();
}

}  // namespace

struct ChunkSource::Decompressor {
    Decompressor() : context(ZSTD_createDCtx()) {}
    Decompressor(const Decompressor&) = delete;
    Decompressor& operator=(const Decompressor&) = delete;
    ~Decompressor() { ZSTD_freeDCtx(context); }

    ZSTD_DCtx* context;
};

ChunkSource::ChunkSource(Bytes bytes)
    : bytes_(std::move(bytes)), decompressor_(std::make_unique<Decompressor>()) {}
ChunkSource::ChunkSource(ChunkSource&&) noexcept = default;
ChunkSource& ChunkSource::operator=(ChunkSource&&) noexcept = default;
ChunkSource::~ChunkSource() = default;

Result<ChunkSource> ChunkSource::open(Bytes bytes) {
    ChunkSource source(std::move(bytes));
    if (auto known = source.read_header(); !known) return tl::unexpected(known.error());
    if (source.ring())
        source.find_anywhere();
    else
        source.find_in_order();
    if (source.chunks_.empty() || !source.chunks_.front().header.is(ChunkKind::start))
        return fail("it is damaged: not even its first chunk is whole");
    return source;
}

Result<void> ChunkSource::read_header() {
    if (!read_at(bytes_, 0, header_.magic) || header_.magic != file_magic)
        return fail("it is no recording of wbtrace");
    if (!read_at(bytes_, 0, header_)) return fail("it is damaged: its header is cut off");
    if (header_.major != format_major)
        return fail(fmt::format("it has format {}.{}, this wbtrace reads {}.x", header_.major,
                                header_.minor, format_major),
                    "read it with the version of wbtrace that wrote it");
    if (header_.checksum != own_checksum(header_) || header_.header_bytes < sizeof header_ ||
        header_.header_bytes % chunk_alignment != 0)
        return fail("it is damaged: the checksum of its header differs");
    return {};
}

/// Empty when there is none: no magic, another sum, or longer than the file.
std::optional<ChunkHeader> ChunkSource::header_at(std::uint64_t offset) {
    ChunkHeader header;
    if (!read_at(bytes_, offset, header) || header.magic != chunk_magic ||
        header.header_checksum != own_checksum(header))
        return std::nullopt;
    if (header.raw_bytes > most_raw_bytes(header) || header.stored_bytes > header.raw_bytes ||
        header.stored_bytes > bytes_.size - offset - sizeof header)
        return std::nullopt;
    return header;
}

void ChunkSource::find_in_order() {
    std::uint64_t offset = header_.header_bytes;
    while (offset < bytes_.size && chunks_.size() < most_chunks) {
        const auto header = header_at(offset);
        if (!header || header->sequence != chunks_.size()) {
            Trailer trailer;
            const bool ended = read_at(bytes_, offset, trailer) && trailer.magic == trailer_magic;
            if (!ended) damage_ = Damage{offset, "a chunk is cut off or damaged"};
            return;
        }
        chunks_.push_back({offset, *header});
        offset = end_of(chunks_.back());
    }
}

/// Whatever begins like a chunk, also inside of another: of a chunk that was overwritten in part
/// the rest may still be there.
std::vector<IndexEntry> ChunkSource::all_headers() {
    std::vector<IndexEntry> found;
    std::vector<std::byte> window(1U << 20);
    for (std::uint64_t begin = header_.header_bytes; begin < bytes_.size; begin += window.size()) {
        const auto got = bytes_.read(begin, window);
        for (std::size_t at = 0; at + chunk_magic.size() <= got; at += chunk_alignment) {
            if (std::memcmp(window.data() + at, chunk_magic.data(), chunk_magic.size()) != 0)
                continue;
            const auto header = header_at(begin + at);
            if (header && found.size() < most_chunks) found.push_back({begin + at, *header});
        }
    }
    return found;
}

void ChunkSource::find_anywhere() {
    chunks_ = all_headers();
    std::stable_sort(chunks_.begin(), chunks_.end(), [](const auto& a, const auto& b) {
        return a.header.sequence < b.header.sequence;
    });
    drop_overwritten();
    keep_unbroken();
}

/// The youngest chunk of all that claim a byte owns it, whole or not: so each byte is looked at
/// once.
void ChunkSource::drop_overwritten() {
    std::map<std::uint64_t, std::uint64_t> owned;  // begin -> end
    const auto is_free = [&owned](std::uint64_t begin, std::uint64_t end) {
        const auto next = owned.lower_bound(begin);
        if (next != owned.end() && next->first < end) return false;
        return next == owned.begin() || std::prev(next)->second <= begin;
    };
    std::vector<IndexEntry> whole;
    for (auto chunk = chunks_.rbegin(); chunk != chunks_.rend(); ++chunk) {
        if (!is_free(chunk->offset, end_of(*chunk))) continue;
        owned[chunk->offset] = end_of(*chunk);
        const bool repeated =
            !whole.empty() && whole.back().header.sequence == chunk->header.sequence;
        if (!repeated && payload(*chunk)) whole.push_back(*chunk);
    }
    chunks_.assign(whole.rbegin(), whole.rend());
}

/// The first chunk, and the youngest of which none is missing.
void ChunkSource::keep_unbroken() {
    if (chunks_.empty() || !chunks_.front().header.is(ChunkKind::start)) return;
    std::size_t first = chunks_.size() - 1;
    while (first > 1 && chunks_[first - 1].header.sequence + 1 == chunks_[first].header.sequence)
        --first;
    if (first > 1) chunks_.erase(chunks_.begin() + 1, chunks_.begin() + static_cast<long>(first));
}

bool ChunkSource::index_agrees() {
    Trailer trailer;
    if (bytes_.size < sizeof trailer || !read_at(bytes_, bytes_.size - sizeof trailer, trailer) ||
        trailer.magic != trailer_magic ||
        trailer.checksum != checksum_of(bytes_of(trailer.index_offset)))
        return false;
    const auto header = header_at(trailer.index_offset);
    if (!header || !header->is(ChunkKind::index)) return false;
    const auto entries = payload({trailer.index_offset, *header});
    if (!entries || entries->size() % sizeof(IndexEntry) != 0) return false;
    const auto listed = entries->size() / sizeof(IndexEntry);
    // The index does not list itself; older chunks may have been found beyond those it lists.
    if (listed + 1 > chunks_.size()) return false;
    std::size_t at = chunks_.size() - 1 - listed;
    for (std::size_t i = 0; i < listed; ++i, ++at) {
        const auto& chunk = chunks_[i == 0 ? 0 : at];
        if (std::memcmp(entries->data() + i * sizeof(IndexEntry), &chunk, sizeof chunk) != 0)
            return false;
    }
    return true;
}

Result<std::span<const std::byte>> ChunkSource::payload(const IndexEntry& chunk) {
    const auto& header = chunk.header;
    stored_.resize(header.stored_bytes);
    if (bytes_.read(chunk.offset + sizeof header, stored_) != stored_.size())
        return fail("a chunk is cut off");
    if (checksum_of(stored_) != header.payload_checksum)
        return fail("the checksum of a chunk differs");
    if ((header.flags & chunk_zstd) == 0) return std::span<const std::byte>(stored_);
    raw_.resize(header.raw_bytes);
    const auto size = ZSTD_decompressDCtx(decompressor_->context, raw_.data(), raw_.size(),
                                          stored_.data(), stored_.size());
    if (ZSTD_isError(size) != 0 || size != raw_.size())
        return fail("a chunk cannot be decompressed");
    return std::span<const std::byte>(raw_);
}

}  // namespace wbtrace::recording
