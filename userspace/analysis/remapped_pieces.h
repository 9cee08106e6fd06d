// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <map>
#include <utility>
#include <vector>

#include "analysis/in_flight_shares.h"
#include "bpf/abi/block_events.h"

namespace wbtrace::analysis {

/// How much of a time passed in one device.
struct TimeShare {
    std::uint32_t slot = 0;  ///< of the device table
    std::uint64_t ns = 0;
};

/// A part of a bio of an upper device on its way through the device beneath.
struct Piece {
    std::uint32_t upper_dev = 0;
    std::uint64_t upper_sector = 0;
    std::uint32_t lower_dev = 0;
    std::uint64_t lower_sector = 0;
    bool flush = false;
    std::uint64_t remapped_ns = 0;
    bool ended = false;
    Interval in_flight;              ///< in the device beneath; the end when it ended
    std::vector<TimeShare> beneath;  ///< of that time; empty until it ended
};

/// The pieces under way. What carried a piece is told by its sectors: the record of the
/// request, or of the lower bio, that covers where it went to, and later that of the upper
/// bio that covers where it came from. The kernel names neither bio. So two bios in flight
/// at once over the same sectors of one device can exchange their pieces.
class RemappedPieces {
public:
    explicit RemappedPieces(std::size_t at_most) : at_most_(at_most) {}

    void add(const wb_bio_remapped& record);

    /// What the record stands for ended; `beneath` says where its time passed.
    void end_beneath(const wb_request_done& record, const std::vector<TimeShare>& beneath);

    /// Takes out the pieces of a bio of a stacked device that ended.
    std::vector<Piece> take_of(const wb_request_done& record);

    [[nodiscard]] bool empty() const { return pieces_.empty(); }
    [[nodiscard]] std::size_t size() const { return pieces_.size(); }

private:
    struct Entry;
    using Entries = std::list<Entry>;  // the oldest first
    using Place = std::pair<std::uint32_t, std::uint64_t>;
    using Index = std::multimap<Place, Entries::iterator>;
    struct Entry {
        Piece piece;
        Index::iterator upper, lower;  // the lower one only while it has not ended
    };

    void take_range(Place from, Place to, const wb_request_done& record, std::vector<Piece>& taken);
    void end_range(Place from, Place to, const wb_request_done& record,
                   const std::vector<TimeShare>& beneath);
    void remove(Entries::iterator entry);

    const std::size_t at_most_;  // the oldest go first: their ends were lost
    Entries pieces_;
    Index by_upper_, by_lower_;
};

/// A flush, or a write that flushes first.
bool flushes(const wb_request_done& record);

}  // namespace wbtrace::analysis
