// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// The payload of a chunk `records`: records of several kinds, their order, and for each kind its
// fields as columns, since a column compresses far better than a row.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "base/result.h"
#include "bpf/abi/event_header.h"
#include "events/sink.h"

namespace wbtrace::recording {

/// Records in the order in which they are to be shown.
class RecordBlock {
public:
    /// `record` begins with the header; all records of a kind in one block have one size.
    void add(std::uint16_t kind, std::span<const std::byte> record);
    void clear();

    [[nodiscard]] std::uint32_t count() const { return static_cast<std::uint32_t>(order_.size()); }
    [[nodiscard]] bool empty() const { return order_.empty(); }
    /// Memory of the records, uncompressed.
    [[nodiscard]] std::size_t raw_bytes() const { return raw_bytes_; }
    [[nodiscard]] std::uint64_t first_ns() const { return first_ns_; }
    [[nodiscard]] std::uint64_t last_ns() const { return last_ns_; }

    /// Appends the payload.
    void encode(std::vector<std::byte>& to) const;
    /// Reads a payload of which nothing is trusted. What was in the block is replaced.
    Result<void> decode(std::span<const std::byte> from);

    /// Shows every record; kinds that this build does not know are only counted.
    void show_to(events::Sink& sink) const;

    struct Rows {
        std::uint16_t kind = 0;
        std::uint16_t record_bytes = 0;
        std::uint32_t count = 0;
        // In words, so that each record is aligned.
        std::vector<std::uint64_t> words = {};

        [[nodiscard]] std::size_t record_words() const { return (record_bytes + 7U) / 8U; }
        [[nodiscard]] std::span<const std::byte> record(std::size_t index) const {
            return std::as_bytes(std::span(words))
                .subspan(8 * index * record_words(), record_bytes);
        }
    };
    /// By kind, in the order of their first record.
    [[nodiscard]] std::span<const Rows> rows() const { return rows_; }

private:
    [[nodiscard]] std::size_t rows_of(std::uint16_t kind, std::size_t bytes);
    void widen_span(std::span<const std::byte> record);

    std::vector<Rows> rows_;
    std::vector<std::uint8_t> order_;  // for each record, which of rows_
    std::size_t raw_bytes_ = 0;
    std::uint64_t first_ns_ = UINT64_MAX;
    std::uint64_t last_ns_ = 0;
};

}  // namespace wbtrace::recording
