// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "recording/columns.h"

#include <cstring>

namespace wbtrace::recording {

namespace {

template <typename Word>
Word load(const std::byte* from) {
    Word word;
    std::memcpy(&word, from, sizeof word);
    return word;
}

template <typename Word>
constexpr Word zigzag(Word difference) {
    constexpr unsigned top = 8 * sizeof(Word) - 1;
    const Word sign = static_cast<Word>(0 - static_cast<Word>(difference >> top));
    return static_cast<Word>(static_cast<Word>(difference << 1U) ^ sign);
}

template <typename Word>
constexpr Word zagzig(Word code) {
    return static_cast<Word>(static_cast<Word>(code >> 1U) ^
                             static_cast<Word>(0 - static_cast<Word>(code & 1U)));
}

template <typename Word>
Word base_of(const std::byte* record, const Column& column) {
    return static_cast<Word>(load<std::uint64_t>(record + column.base));
}

template <typename Word>
bool all_same(const std::byte* records, const Records& shape, const Column& column) {
    const Word first = load<Word>(records + column.offset);
    for (std::size_t i = 1; i < shape.count; ++i)
        if (load<Word>(records + i * shape.stride + column.offset) != first) return false;
    return true;
}

template <typename Word>
void encode_words(const std::byte* records, const Records& shape, const Column& column,
                  std::byte* to) {
    Word previous = 0;
    for (std::size_t i = 0; i < shape.count; ++i) {
        const std::byte* record = records + i * shape.stride;
        const Word value = load<Word>(record + column.offset);
        Word code = value;
        if (column.encoding == Encoding::delta) code = zigzag<Word>(value - previous);
        if (column.encoding == Encoding::below)
            code = static_cast<Word>(base_of<Word>(record, column) - value);
        previous = value;
        for (std::size_t byte = 0; byte < sizeof(Word); ++byte)
            to[byte * shape.count + i] = static_cast<std::byte>(code >> (8 * byte));
    }
}

template <typename Word>
void decode_words(const std::byte* from, const Column& column, const Records& shape,
                  std::byte* records) {
    Word previous = 0;
    for (std::size_t i = 0; i < shape.count; ++i) {
        std::byte* record = records + i * shape.stride;
        Word value = 0;
        for (std::size_t byte = 0; byte < sizeof(Word); ++byte)
            value = static_cast<Word>(
                value |
                static_cast<Word>(static_cast<Word>(from[byte * shape.count + i]) << (8 * byte)));
        if (column.encoding == Encoding::delta)
            value = static_cast<Word>(previous + zagzig<Word>(value));
        if (column.encoding == Encoding::below)
            value = static_cast<Word>(base_of<Word>(record, column) - value);
        previous = value;
        std::memcpy(record + column.offset, &value, sizeof value);
    }
}

template <typename Word>
void encode_as(const std::byte* records, const Records& shape, Column& column,
               std::vector<std::byte>& to) {
    const std::size_t begin = to.size();
    if (all_same<Word>(records, shape, column)) {
        column.encoding = Encoding::constant;
        to.resize(begin + sizeof(Word));
        std::memcpy(to.data() + begin, records + column.offset, sizeof(Word));
        return;
    }
    to.resize(begin + shape.count * sizeof(Word));
    encode_words<Word>(records, shape, column, to.data() + begin);
}

template <typename Word>
void decode_as(std::span<const std::byte> from, const Column& column, const Records& shape,
               std::byte* records) {
    if (column.encoding != Encoding::constant)
        return decode_words<Word>(from.data(), column, shape, records);
    for (std::size_t i = 0; i < shape.count; ++i)
        std::memcpy(records + i * shape.stride + column.offset, from.data(), sizeof(Word));
}

}  // namespace

void encode_column(const std::byte* records, const Records& shape, Column& column,
                   std::vector<std::byte>& to) {
    switch (column.width) {
    case 1: return encode_as<std::uint8_t>(records, shape, column, to);
    case 2: return encode_as<std::uint16_t>(records, shape, column, to);
    case 4: return encode_as<std::uint32_t>(records, shape, column, to);
    default: return encode_as<std::uint64_t>(records, shape, column, to);
    }
}

std::size_t encoded_bytes(const Column& column, std::size_t count) {
    return column.width * (column.encoding == Encoding::constant ? 1 : count);
}

void decode_column(std::span<const std::byte> from, const Column& column, const Records& shape,
                   std::byte* records) {
    switch (column.width) {
    case 1: return decode_as<std::uint8_t>(from, column, shape, records);
    case 2: return decode_as<std::uint16_t>(from, column, shape, records);
    case 4: return decode_as<std::uint32_t>(from, column, shape, records);
    default: return decode_as<std::uint64_t>(from, column, shape, records);
    }
}

}  // namespace wbtrace::recording
