// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// One field of many records, as the bytes of a column.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace wbtrace::recording {

enum class Encoding : std::uint8_t {
    constant = 0,  ///< one value for all
    plain = 1,     ///< as they stand
    delta = 2,     ///< to the record before, zigzag: 0, -1, 1, -2 ... are 0, 1, 2, 3
    below = 3,     ///< what is lacking to the 8-byte field at `base` of the same record
};

/// Says what a column is about; part of the format.
struct Column {
    std::uint16_t offset = 0;  ///< in the record
    std::uint16_t base = 0;    ///< with Encoding::below: offset of a column that comes earlier
    std::uint8_t width = 8;    ///< 1, 2, 4 or 8 bytes
    Encoding encoding = Encoding::plain;
    std::uint16_t reserved = 0;
};
static_assert(sizeof(Column) == 8);

/// How the fields of a kind are best kept. Kinds without a row of their own are kept in words
/// of eight bytes.
std::vector<Column> columns_of(std::uint16_t kind, std::size_t record_bytes);

/// Records that lie one behind the other.
struct Records {
    std::size_t stride = 0;  ///< bytes from one to the next
    std::size_t count = 0;
};

/// Appends one column: for all but constants the first bytes of all values, then the second
/// bytes, and so on. The column's encoding becomes constant when all values are the same.
void encode_column(const std::byte* records, const Records& shape, Column& column,
                   std::vector<std::byte>& to);

/// Bytes that a column takes in the payload.
std::size_t encoded_bytes(const Column& column, std::size_t count);

/// Puts a column of encoded_bytes() into the records.
void decode_column(std::span<const std::byte> from, const Column& column, const Records& shape,
                   std::byte* records);

}  // namespace wbtrace::recording
