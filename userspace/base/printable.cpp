// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "base/printable.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include <fmt/format.h>

namespace wbtrace {

namespace {

struct Range {
    char32_t first, last;
};

// Characters that move, reorder or hide text.
constexpr std::array hidden = {
    Range{0x00, 0x1f},       Range{0x7f, 0x9f},          Range{0xad, 0xad},
    Range{0x061c, 0x061c},   Range{0x115f, 0x1160},      Range{0x17b4, 0x17b5},
    Range{0x180b, 0x180f},   Range{0x200b, 0x200b},      Range{0x200e, 0x200f},
    Range{0x2028, 0x202e},   Range{0x2060, 0x206f},      Range{0x3164, 0x3164},
    Range{0xfeff, 0xfeff},   Range{0xffa0, 0xffa0},      Range{0xfff0, 0xfffb},
    Range{0xe0000, 0xe0fff}, Range{0x110000, 0xffffffff}};

constexpr std::array combining = {
    Range{0x0300, 0x036f}, Range{0x0483, 0x0489}, Range{0x0591, 0x05bd}, Range{0x0610, 0x061a},
    Range{0x064b, 0x065f}, Range{0x0e31, 0x0e31}, Range{0x0e34, 0x0e3a}, Range{0x0e47, 0x0e4e},
    Range{0x1ab0, 0x1aff}, Range{0x1dc0, 0x1dff}, Range{0x200c, 0x200d}, Range{0x20d0, 0x20ff},
    Range{0xfe00, 0xfe0f}, Range{0xfe20, 0xfe2f}};

constexpr std::array wide = {
    Range{0x1100, 0x115f},   Range{0x231a, 0x231b},   Range{0x23e9, 0x23f3},
    Range{0x2600, 0x27bf},   Range{0x2b1b, 0x2b55},   Range{0x2e80, 0x303e},
    Range{0x3041, 0xa4cf},   Range{0xa960, 0xa97f},   Range{0xac00, 0xd7a3},
    Range{0xf900, 0xfaff},   Range{0xfe30, 0xfe6f},   Range{0xff00, 0xff60},
    Range{0xffe0, 0xffe6},   Range{0x16fe0, 0x18aff}, Range{0x1b000, 0x1b2ff},
    Range{0x1f000, 0x1faff}, Range{0x20000, 0x3fffd}};

template <std::size_t N>
bool among(const std::array<Range, N>& ranges, char32_t code) {
    return std::any_of(ranges.begin(), ranges.end(), [code](const Range& range) {
        return code >= range.first && code <= range.last;
    });
}

struct Character {
    char32_t code;
    std::size_t bytes;
    bool valid;
};

constexpr Character broken = {0xfffd, 1, false};

// The character at the start of a non-empty text; a byte that starts none is
// one broken character.
Character first_character(std::string_view text) {
    const auto byte = [text](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned lead = byte(0);
    if (lead < 0x80) return {lead, 1, true};
    const std::size_t bytes = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
    if (lead < 0xc2 || lead > 0xf4 || text.size() < bytes) return broken;
    char32_t code = lead & (0x7fu >> bytes);
    for (std::size_t i = 1; i < bytes; ++i) {
        if ((byte(i) & 0xc0u) != 0x80u) return broken;
        code = (code << 6) | (byte(i) & 0x3fu);
    }
    constexpr std::array<char32_t, 5> smallest = {0, 0, 0x80, 0x800, 0x10000};
    const bool surrogate = code >= 0xd800 && code <= 0xdfff;
    if (code < smallest[bytes] || code > 0x10ffff || surrogate) return broken;
    return {code, bytes, true};
}

std::size_t width_of(const Character& character) {
    if (among(combining, character.code)) return 0;
    return among(wide, character.code) ? 2 : 1;
}

}  // namespace

std::string printable(std::string_view text) {
    std::string result;
    result.reserve(text.size());
    while (!text.empty()) {
        const auto character = first_character(text);
        const auto bytes = text.substr(0, character.bytes);
        if (character.valid && !among(hidden, character.code)) {
            result += bytes;
        } else {
            for (const char byte : bytes) {
                result += fmt::format("\\x{:02x}", static_cast<unsigned char>(byte));
            }
        }
        text.remove_prefix(character.bytes);
    }
    return result;
}

std::size_t display_width(std::string_view text) {
    std::size_t width = 0;
    while (!text.empty()) {
        const auto character = first_character(text);
        width += width_of(character);
        text.remove_prefix(character.bytes);
    }
    return width;
}

std::string shorten_middle(std::string_view text, std::size_t columns) {
    if (display_width(text) <= columns) return std::string{text};
    if (columns == 0) return {};
    const std::size_t head_columns = columns / 2;
    const std::size_t tail_columns = columns - 1 - head_columns;
    std::size_t head = 0;
    std::size_t used = 0;
    std::vector<std::pair<std::size_t, std::size_t>> starts;  // byte, columns before it
    for (std::size_t at = 0; at < text.size();) {
        const auto character = first_character(text.substr(at));
        starts.emplace_back(at, used);
        used += width_of(character);
        at += character.bytes;
        if (used <= head_columns) head = at;
    }
    const auto tail = std::find_if(starts.begin(), starts.end(), [&](const auto& start) {
        return used - start.second <= tail_columns;
    });
    const auto from = tail == starts.end() ? text.size() : tail->first;
    return std::string{text.substr(0, head)} + "…" + std::string{text.substr(from)};
}

std::string brief(std::string_view text) {
    constexpr std::size_t message_columns = 60;
    return shorten_middle(printable(text), message_columns);
}

}  // namespace wbtrace
