// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "recording/chunk_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "base/file_claim.h"
#include "base/open_files.h"
#include "base/printable.h"

namespace wbtrace::recording {

namespace {

constexpr int zstd_level = 1;  // higher ones gain little on columns, see docs/overhead.md

tl::unexpected<Error> cannot_write(const std::string& path) {
    return fail(
        fmt::format("the recording {} cannot be written: {}", brief(path), std::strerror(errno)));
}

template <typename T>
std::vector<std::byte> packed(const T& entries) {
    std::vector<std::byte> bytes;
    for (const auto& entry : entries) {
        const auto one = bytes_of(entry);
        bytes.insert(bytes.end(), one.begin(), one.end());
    }
    return bytes;
}

}  // namespace

struct ChunkFile::Compressor {
    Compressor() : context(ZSTD_createCCtx()) {}
    Compressor(const Compressor&) = delete;
    Compressor& operator=(const Compressor&) = delete;
    ~Compressor() { ZSTD_freeCCtx(context); }

    ZSTD_CCtx* context;
    std::vector<std::byte> out;
};

ChunkFile::ChunkFile(UniqueFd fd, std::string path, Keep keep)
    : fd_(std::move(fd)),
      path_(std::move(path)),
      keep_(keep),
      compressor_(std::make_unique<Compressor>()) {}
ChunkFile::ChunkFile(ChunkFile&&) noexcept = default;
ChunkFile::~ChunkFile() = default;

Result<ChunkFile> ChunkFile::create(const std::string& path, Keep keep) {
    UniqueFd fd(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644));
    if (!fd.valid()) {
        auto remedy =
            remedy_for(errno, "name a file in a folder that is there and may be written to");
        auto error = cannot_write(path);
        error.value().remedy = std::move(remedy);
        return error;
    }
    // Chunks are put anywhere in it, and the file is cut when the disk is full.
    struct stat about {};
    if (::fstat(fd.get(), &about) != 0 || !S_ISREG(about.st_mode))
        return fail(fmt::format("a recording cannot be written into {}", brief(path)),
                    "name a regular file");
    if (auto claimed = claim_file(fd.get(), path, FileUse::written); !claimed)
        return tl::unexpected(claimed.error());
    return ChunkFile(std::move(fd), path, keep);
}

Result<void> ChunkFile::begin() {
    begun_ = true;
    if (::ftruncate(fd_.get(), 0) != 0) return cannot_write(path_);
    FileHeader header;
    if (keep_.part()) header.flags |= file_ring;
    header.checksum = own_checksum(header);
    extents_.take(0, sizeof header);
    return write_at(0, bytes_of(header));
}

std::span<const std::byte> ChunkFile::compressed(std::span<const std::byte> payload) {
    auto& out = compressor_->out;
    out.resize(ZSTD_compressBound(payload.size()));
    const auto size = ZSTD_compressCCtx(compressor_->context, out.data(), out.size(),
                                        payload.data(), payload.size(), zstd_level);
    if (ZSTD_isError(size) != 0 || size >= payload.size()) return payload;
    return std::span(out).first(size);
}

Result<void> ChunkFile::write(const ChunkLabel& label, std::span<const std::byte> payload) {
    if (!begun_)
        if (auto done = begin(); !done) return done;
    if (size() < extents_.end())
        return fail(fmt::format("the recording {} was cut by somebody else while it was written",
                                brief(path_)));
    if (label.kind == ChunkKind::records && keep_.last_ns != 0)
        forget_older_than(label.last_ns - std::min(label.last_ns, keep_.last_ns));
    const auto stored = compressed(payload);
    ChunkHeader header;
    header.kind = static_cast<std::uint16_t>(label.kind);
    header.flags = stored.data() == payload.data() ? 0 : chunk_zstd;
    header.raw_bytes = static_cast<std::uint32_t>(payload.size());
    header.stored_bytes = static_cast<std::uint32_t>(stored.size());
    header.first_ns = label.first_ns;
    header.last_ns = label.last_ns;
    header.count = label.count;
    header.sequence = next_sequence_;
    header.payload_checksum = checksum_of(stored);
    header.header_checksum = own_checksum(header);
    const auto offset = place_for(padded(sizeof header + stored.size()));
    if (auto done = put(offset, header, stored); !done) return done;
    chunks_.push_back({offset, header});
    extents_.take(offset, padded(sizeof header + stored.size()));
    ++next_sequence_;
    if (label.kind == ChunkKind::records) records_ += label.count;
    return {};
}

/// The first chunk is of the whole trace, and stays.
bool ChunkFile::forget_oldest() {
    if (chunks_.size() < 2) return false;
    const auto oldest = chunks_[1];
    extents_.give_back(oldest.offset);
    if (oldest.header.is(ChunkKind::records)) {
        records_ -= oldest.header.count;
        dropped_records_ += oldest.header.count;
    }
    chunks_.erase(chunks_.begin() + 1);
    return true;
}

void ChunkFile::forget_older_than(std::uint64_t time_ns) {
    while (chunks_.size() > 1 && chunks_[1].header.last_ns < time_ns) forget_oldest();
}

std::uint64_t ChunkFile::place_for(std::uint64_t bytes) {
    // So much is for the index.
    const std::uint64_t limit = keep_.limit_bytes - keep_.limit_bytes / 16;
    for (;;) {
        if (const auto place = extents_.find(bytes, limit)) return *place;
        if (!forget_oldest()) return extents_.end();
    }
}

Result<void> ChunkFile::put(std::uint64_t offset, const ChunkHeader& header,
                            std::span<const std::byte> stored) {
    auto done = write_at(offset, bytes_of(header));
    if (done) done = write_at(offset + sizeof header, stored);
    // A whole unit, so that the next chunk begins where it should.
    const std::uint64_t end = offset + sizeof header + stored.size();
    const std::vector<std::byte> padding(padded(end) - end);
    if (done) done = write_at(end, padding);
    if (!done) cut_off();
    return done;
}

/// What was written in part goes; without room on the disk even that may be refused, and readers
/// see that the chunk is not whole.
void ChunkFile::cut_off() {
    if (size() > extents_.end()) (void)!::ftruncate(fd_.get(), static_cast<off_t>(extents_.end()));
}

std::uint64_t ChunkFile::size() const {
    struct stat about {};
    return ::fstat(fd_.get(), &about) == 0 ? static_cast<std::uint64_t>(about.st_size) : 0;
}

Result<void> ChunkFile::still_there() const {
    struct stat mine {
    }, named{};
    if (::fstat(fd_.get(), &mine) != 0) return {};
    if (mine.st_nlink == 0)
        return fail(fmt::format("the recording {} was removed while it was written", brief(path_)));
    if (::stat(path_.c_str(), &named) == 0 && named.st_ino == mine.st_ino &&
        named.st_dev == mine.st_dev)
        return {};
    return fail(fmt::format("the recording {} was renamed while it was written", brief(path_)));
}

bool ChunkFile::readable() const {
    struct stat about {};
    if (chunks_.empty() || ::fstat(fd_.get(), &about) != 0 || about.st_nlink == 0) return false;
    const auto& first = chunks_.front();
    return size() >= first.offset + sizeof first.header + first.header.stored_bytes;
}

std::optional<ChunkHeader> ChunkFile::drop_youngest() {
    if (chunks_.size() < 2) return std::nullopt;
    const auto youngest = chunks_.back();
    if (youngest.header.is(ChunkKind::records)) records_ -= youngest.header.count;
    extents_.give_back(youngest.offset);
    chunks_.pop_back();
    --next_sequence_;
    cut_off();
    return youngest.header;
}

Result<void> ChunkFile::finish() {
    cut_off();
    const auto offset = extents_.end();
    const auto payload = packed(chunks_);
    if (keep_.limit_bytes != 0 && offset + payload.size() > keep_.limit_bytes) return {};
    const auto unlimited = std::exchange(keep_, {});
    auto done = write({ChunkKind::index, 0, 0, 0}, payload);
    keep_ = unlimited;
    if (!done) return done;
    Trailer trailer;
    trailer.index_offset = chunks_.back().offset;
    trailer.checksum = checksum_of(bytes_of(trailer.index_offset));
    return write_at(extents_.end(), bytes_of(trailer));
}

Result<void> ChunkFile::write_at(std::uint64_t offset, std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
        const auto written =
            ::pwrite(fd_.get(), bytes.data(), bytes.size(), static_cast<off_t>(offset));
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return cannot_write(path_);
        offset += static_cast<std::uint64_t>(written);
        bytes = bytes.subspan(static_cast<std::size_t>(written));
    }
    return {};
}

}  // namespace wbtrace::recording
