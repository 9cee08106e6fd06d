// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "recording/record_block.h"

#include <algorithm>
#include <cstring>

#include "decode/dispatch.h"
#include "recording/columns.h"
#include "recording/format.h"
#include "recording/payload_reader.h"

namespace wbtrace::recording {

namespace {

constexpr std::size_t most_kinds = 255;  // in a block; the order takes a byte each

struct RowsHeader {
    std::uint16_t kind = 0;
    std::uint16_t record_bytes = 0;
    std::uint32_t count = 0;
    std::uint32_t columns = 0;
    std::uint32_t reserved = 0;
};

template <typename T>
void append(std::vector<std::byte>& to, const T& value) {
    const auto bytes = bytes_of(value);
    to.insert(to.end(), bytes.begin(), bytes.end());
}

void encode_rows(const RecordBlock::Rows& rows, std::vector<std::byte>& to) {
    auto columns = columns_of(rows.kind, rows.record_bytes);
    append(to, RowsHeader{rows.kind, rows.record_bytes, rows.count,
                          static_cast<std::uint32_t>(columns.size()), 0});
    const std::size_t table = to.size();
    to.resize(table + columns.size() * sizeof(Column));
    const auto* records = reinterpret_cast<const std::byte*>(rows.words.data());
    for (auto& column : columns)
        encode_column(records, {8 * rows.record_words(), rows.count}, column, to);
    std::memcpy(to.data() + table, columns.data(), columns.size() * sizeof(Column));
}

bool is_sound(const Column& column, std::size_t record_bytes) {
    const bool known_width =
        column.width == 1 || column.width == 2 || column.width == 4 || column.width == 8;
    return known_width && column.encoding <= Encoding::below &&
           std::size_t{column.offset} + column.width <= record_bytes &&
           std::size_t{column.base} + 8 <= record_bytes;
}

/// The records, of which all that no column tells is zero.
Result<RecordBlock::Rows> decode_rows(PayloadReader& from, std::size_t& records_left,
                                      std::size_t& bytes_left) {
    RowsHeader header;
    if (!from.take(header)) return fail("a table of records is cut off");
    RecordBlock::Rows rows{header.kind, header.record_bytes, header.count, {}};
    if (header.record_bytes < sizeof(wb_event_header) || header.count == 0 ||
        header.count > records_left || header.columns > header.record_bytes)
        return fail("a table of records is malformed");
    const std::size_t bytes = 8 * rows.record_words() * rows.count;
    if (bytes > bytes_left) return fail("a table of records is too large");
    records_left -= rows.count;
    bytes_left -= bytes;
    std::vector<Column> columns(header.columns);
    if (!from.take_bytes(std::as_writable_bytes(std::span(columns))))
        return fail("a table of columns is cut off");
    rows.words.resize(bytes / 8);
    auto* records = reinterpret_cast<std::byte*>(rows.words.data());
    for (const auto& column : columns) {
        if (!is_sound(column, header.record_bytes)) return fail("a column is malformed");
        const auto values = from.take_span(encoded_bytes(column, rows.count));
        if (!values) return fail("a column is cut off");
        decode_column(*values, column, {8 * rows.record_words(), rows.count}, records);
    }
    return rows;
}

}  // namespace

std::size_t RecordBlock::rows_of(std::uint16_t kind, std::size_t bytes) {
    for (std::size_t i = 0; i < rows_.size(); ++i)
        if (rows_[i].kind == kind) return i;
    rows_.push_back({kind, static_cast<std::uint16_t>(bytes), 0, {}});
    return rows_.size() - 1;
}

void RecordBlock::add(std::uint16_t kind, std::span<const std::byte> record) {
    const std::size_t at = rows_of(kind, record.size());
    Rows& rows = rows_[at];
    const std::size_t used = rows.count * rows.record_words();
    rows.words.resize(used + rows.record_words());
    std::memcpy(rows.words.data() + used, record.data(), record.size());
    ++rows.count;
    order_.push_back(static_cast<std::uint8_t>(at));
    raw_bytes_ += record.size();
    widen_span(record);
}

void RecordBlock::widen_span(std::span<const std::byte> record) {
    wb_event_header header;
    std::memcpy(&header, record.data(), sizeof header);
    first_ns_ = std::min<std::uint64_t>(first_ns_, header.time_ns);
    last_ns_ = std::max<std::uint64_t>(last_ns_, header.time_ns);
}

// Keeps the memory, and the kinds with it.
void RecordBlock::clear() {
    for (auto& rows : rows_) {
        rows.count = 0;
        rows.words.clear();
    }
    order_.clear();
    raw_bytes_ = 0;
    first_ns_ = UINT64_MAX;
    last_ns_ = 0;
}

void RecordBlock::encode(std::vector<std::byte>& to) const {
    // Kinds of which there is none now are left out.
    std::vector<std::uint8_t> place(rows_.size());
    std::uint32_t tables = 0;
    for (std::size_t i = 0; i < rows_.size(); ++i)
        if (rows_[i].count > 0) place[i] = static_cast<std::uint8_t>(tables++);
    append(to, count());
    append(to, tables);
    const std::size_t begin = to.size();
    to.resize(begin + order_.size());
    std::transform(order_.begin(), order_.end(), to.begin() + static_cast<std::ptrdiff_t>(begin),
                   [&place](std::uint8_t at) { return static_cast<std::byte>(place[at]); });
    for (const auto& rows : rows_)
        if (rows.count > 0) encode_rows(rows, to);
}

Result<void> RecordBlock::decode(std::span<const std::byte> payload) {
    *this = {};
    PayloadReader from(payload);
    std::uint32_t count = 0;
    std::uint32_t tables = 0;
    if (!from.take(count) || !from.take(tables) || tables > most_kinds || count > most_records)
        return fail("a block of records is malformed");
    order_.resize(count);
    if (!from.take_bytes(std::as_writable_bytes(std::span(order_))))
        return fail("the order of records is cut off");
    std::size_t records_left = count;
    std::size_t bytes_left = 2 * std::size_t{most_record_bytes};
    for (std::uint32_t i = 0; i < tables; ++i) {
        auto rows = decode_rows(from, records_left, bytes_left);
        if (!rows) return tl::unexpected(rows.error());
        raw_bytes_ += std::size_t{rows->record_bytes} * rows->count;
        for (std::size_t at = 0; at < rows->count; ++at) widen_span(rows->record(at));
        rows_.push_back(std::move(*rows));
    }
    std::vector<std::uint32_t> used(rows_.size());
    for (const std::uint8_t at : order_)
        if (at >= rows_.size() || used[at]++ >= rows_[at].count)
            return fail("the order of records is malformed");
    return records_left == 0 ? Result<void>{} : fail("records are missing in a block");
}

void RecordBlock::show_to(events::Sink& sink) const {
    std::vector<std::size_t> next(rows_.size());
    for (const std::uint8_t at : order_) (void)decode::dispatch(rows_[at].record(next[at]++), sink);
}

}  // namespace wbtrace::recording
