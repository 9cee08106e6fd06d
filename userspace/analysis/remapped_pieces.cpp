// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "analysis/remapped_pieces.h"

#include <algorithm>
#include <iterator>

namespace wbtrace::analysis {

namespace {

constexpr std::uint64_t flush_place = UINT64_MAX;  // flushes are at no sector
constexpr std::uint32_t preflush_flag = 1U << 18;  // REQ_PREFLUSH, the same since 5.10
constexpr std::uint64_t sector_bytes = 512;

std::uint64_t end_sector(const wb_request_done& record) {
    return record.sector + std::max<std::uint64_t>(record.bytes / sector_bytes, 1);
}

}  // namespace

bool flushes(const wb_request_done& record) {
    return record.op == WB_OP_FLUSH || (record.cmd_flags & preflush_flag) != 0;
}

void RemappedPieces::add(const wb_bio_remapped& record) {
    Piece piece;
    piece.upper_dev = record.upper_dev;
    piece.lower_dev = record.lower_dev;
    piece.flush = record.bytes == 0;
    piece.upper_sector = piece.flush ? flush_place : record.upper_sector;
    piece.lower_sector = piece.flush ? flush_place : record.lower_sector;
    piece.remapped_ns = record.header.time_ns;
    piece.in_flight.begin_ns = record.header.time_ns;
    const auto entry = pieces_.insert(pieces_.end(), Entry{std::move(piece), {}, {}});
    const Piece& added = entry->piece;
    entry->upper = by_upper_.emplace(Place{added.upper_dev, added.upper_sector}, entry);
    entry->lower = by_lower_.emplace(Place{added.lower_dev, added.lower_sector}, entry);
    if (pieces_.size() > at_most_) remove(pieces_.begin());
}

void RemappedPieces::end_beneath(const wb_request_done& record,
                                 const std::vector<TimeShare>& beneath) {
    if (record.op == WB_OP_FLUSH)
        end_range({record.dev, flush_place}, {record.dev + 1, 0}, record, beneath);
    else if (record.sector != flush_place)
        end_range({record.dev, record.sector}, {record.dev, end_sector(record)}, record, beneath);
}

void RemappedPieces::end_range(Place from, Place to, const wb_request_done& record,
                               const std::vector<TimeShare>& beneath) {
    const std::uint64_t completed_ns = record.header.time_ns;
    for (auto found = by_lower_.lower_bound(from); found != by_lower_.end() && found->first < to;) {
        Piece& piece = found->second->piece;
        // A flush that had begun before is not the one the piece asked for.
        const bool other = piece.flush && record.queued_ns < piece.remapped_ns;
        if (other || piece.remapped_ns > completed_ns) {
            ++found;
            continue;
        }
        piece.ended = true;
        piece.in_flight = {std::max<std::uint64_t>(piece.remapped_ns, record.queued_ns),
                           completed_ns};
        piece.beneath = beneath;
        found = by_lower_.erase(found);
    }
}

std::vector<Piece> RemappedPieces::take_of(const wb_request_done& record) {
    std::vector<Piece> taken;
    if (pieces_.empty()) return taken;
    if (record.op != WB_OP_FLUSH)
        take_range({record.dev, record.sector}, {record.dev, end_sector(record)}, record, taken);
    if (flushes(record)) take_range({record.dev, flush_place}, {record.dev + 1, 0}, record, taken);
    return taken;
}

void RemappedPieces::take_range(Place from, Place to, const wb_request_done& record,
                                std::vector<Piece>& taken) {
    for (auto found = by_upper_.lower_bound(from); found != by_upper_.end() && found->first < to;) {
        const auto entry = found->second;
        ++found;
        // One from before belongs to a bio whose end was lost. A flush without an end never
        // became a request: the device beneath has no cache.
        const bool void_flush = entry->piece.flush && !entry->piece.ended;
        if (entry->piece.remapped_ns >= record.queued_ns && !void_flush) {
            taken.push_back(entry->piece);
            if (!taken.back().ended) taken.back().in_flight.end_ns = record.header.time_ns;
        }
        remove(entry);
    }
}

void RemappedPieces::remove(Entries::iterator entry) {
    by_upper_.erase(entry->upper);
    if (!entry->piece.ended) by_lower_.erase(entry->lower);
    pieces_.erase(entry);
}

}  // namespace wbtrace::analysis
